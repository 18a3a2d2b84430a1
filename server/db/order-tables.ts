import type { Generated } from 'kysely';
import type { ReturnReason, ReturnState } from '#contract/return-rules.ts';

export type OrderState = 'unpaid' | 'cancelling' | 'paid' | 'shipped' | 'cancelled';

export interface Orders {
  id: string;
  user_id: string;
  part_id: string;
  part_name: string;
  image: string;
  unit_price_cents: number;
  quantity: number;
  total_cents: number;
  name: string;
  email: string;
  address: string;
  phone: string;
  state: OrderState;
  transaction_id: string | null;
  created_at: Date;
  paid_at: Date | null;
  shipped_at: Date | null;
  cancelled_at: Date | null;
  cancelled_because:
    | 'customer'
    | 'admin'
    | 'expired'
    | 'account_replaced'
    | 'account_blocked'
    | 'account_closed'
    | null;
  carrier: Generated<string | null>;
  tracking_number: Generated<string | null>;
  refunded_cents: Generated<number>;
  restocked: Generated<boolean>;
  cancelling_since: Generated<Date | null>;
  held_until: Generated<Date | null>;
  network_hash: Generated<string | null>;
  spent_keys: Generated<number>;
  disputed_since: Generated<Date | null>;
  declined_payments: Generated<number>;
  payable_from: Generated<Date | null>;
  link_key: Generated<string | null>;
  batch_id: Generated<string | null>;
  /** Pieces that are on sale again. */
  restocked_quantity: Generated<number>;
  shipped_quantity: Generated<number>;
  /** Pieces that were refunded before they were shipped: they will not be. */
  refunded_quantity: Generated<number>;
}

/** What left the shop of an order, numbered from 1. */
export interface Shipments {
  id: string;
  order_id: string;
  number: number;
  quantity: number;
  /** Empty texts where the parcel cannot be tracked. */
  carrier: string;
  tracking_number: string;
  tracking_link: string;
  shipped_at: Date;
  shipped_by: string | null;
}

/** Pieces that a customer sends back. */
export interface Returns {
  id: string;
  order_id: string;
  number: number;
  reason: ReturnReason;
  quantity: number;
  note: string;
  vehicle: string;
  state: ReturnState;
  words: Generated<string>;
  asked_by: string;
  created_at: Date;
  /** Agreed to, declined or withdrawn. */
  decided_by: Generated<string | null>;
  decided_at: Generated<Date | null>;
  received_quantity: Generated<number | null>;
  received_by: Generated<string | null>;
  received_at: Generated<Date | null>;
  refunded_cents: Generated<number | null>;
  refund_id: Generated<string | null>;
  restocked_quantity: Generated<number | null>;
  settled_by: Generated<string | null>;
  settled_at: Generated<Date | null>;
}

export interface ReturnPictures {
  id: string;
  return_id: string;
  digest: string;
  webp: Buffer;
  created_at: Date;
}

export interface Reviews {
  id: string;
  order_id: string;
  part_id: string;
  user_id: string;
  part_name: string;
  name: string;
  rating: number;
  message: string;
  created_at: Date;
  updated_at: Date;
  reply: Generated<string>;
  replied_at: Generated<Date | null>;
  hidden_at: Generated<Date | null>;
  hidden_because: Generated<string>;
}
