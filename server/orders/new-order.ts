import { randomUUID } from 'node:crypto';
import type { HoldLength } from '#contract/hold-rules.ts';
import { centsOf } from '#contract/money.ts';
import { unitPrice } from '#contract/order-rules.ts';
import type { NewOrder } from '#contract/orders.ts';
import type { Customer } from '#server/http/who.ts';
import { quantityLimitsOf } from '#server/parts/part-row.ts';
import type { PartRow } from '#server/parts/store.ts';
import type { OrderRow } from './store.ts';

/** An order that is written now, whose end is known. */
export type PlacedOrder = OrderRow & { readonly held_until: Date };

/** An order that is about to be placed. */
export interface Placing {
  /** Default: a new one. */
  readonly id?: string;
  readonly who: Pick<Customer, 'userId' | 'name' | 'email'>;
  readonly wanted: Pick<NewOrder, 'quantity' | 'address' | 'phone'>;
  readonly part: PartRow;
  readonly batchId?: string;
  readonly hold: { readonly terms: HoldLength; readonly network: string | undefined };
  readonly now: Date;
}

/** Only address, phone and quantity come from the request (decisions: Orders). */
export function newOrder({
  id = randomUUID(),
  who,
  wanted,
  part,
  batchId,
  hold,
  now,
}: Placing): PlacedOrder {
  const unitCents = centsOf(unitPrice(wanted.quantity, quantityLimitsOf(part)));
  return {
    id,
    user_id: who.userId,
    part_id: part.id,
    part_name: part.name,
    image: part.image,
    unit_price_cents: unitCents,
    quantity: wanted.quantity,
    total_cents: unitCents * wanted.quantity,
    name: who.name,
    email: who.email,
    address: wanted.address,
    phone: wanted.phone,
    state: 'unpaid',
    transaction_id: null,
    created_at: now,
    paid_at: null,
    shipped_at: null,
    cancelled_at: null,
    cancelled_because: null,
    carrier: null,
    tracking_number: null,
    refunded_cents: 0,
    restocked: false,
    cancelling_since: null,
    held_until: new Date(now.getTime() + hold.terms.holdMs),
    network_hash: (hold.terms.sharesNetwork ? hold.network : undefined) ?? null,
    spent_keys: 0,
    disputed_since: null,
    declined_payments: 0,
    payable_from: null,
    link_key: null,
    batch_id: batchId ?? null,
    restocked_quantity: 0,
    shipped_quantity: 0,
    refunded_quantity: 0,
  };
}
