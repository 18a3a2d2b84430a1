import type { Generated, JSONColumnType } from 'kysely';

/** Attempts to collect money. */
export interface Payments {
  intent_id: string;
  /** Its order when it has one; for copies of the shop from before there were lines. */
  order_id: string | null;
  attempt: number | null;
  amount_cents: number;
  state: 'open' | 'kept' | 'canceled' | 'refund_due' | 'refunded';
  created_at: Date;
  updated_at: Date;
  spent_keys: Generated<number>;
  wanted_at: Generated<Date>;
  /** When the money of one that pays for nothing came; null of others, and of those that older copies booked. */
  collected_at: Generated<Date | null>;
}

/** What an attempt collects for one order. */
export interface PaymentLines {
  intent_id: string;
  order_id: string;
  attempt: number;
  amount_cents: number;
  state: 'open' | 'kept' | 'canceled' | 'returned';
}

export interface Refunds {
  id: string;
  order_id: string;
  intent_id: string;
  amount_cents: number;
  reason: string;
  restocked: boolean;
  /** `replaced`: the money went back in other ways before it was made, or, of one that the provider knows, again after it failed. */
  state: 'due' | 'done' | 'failed' | 'replaced';
  requested_by: string | null;
  created_at: Date;
  updated_at: Date;
  source: Generated<'admin' | 'provider' | 'dispute' | 'returned'>;
  provider_id: Generated<string | null>;
  spent_keys: Generated<number>;
  share_of: Generated<string | null>;
  /** Unshipped pieces that it is for; null for one of an amount. */
  pieces: Generated<number | null>;
  /** When it was made first, whatever became of it then; null before, and of those that older copies made. */
  made_at: Generated<Date | null>;
  /** When the money of one that failed, and went back after all, had come to the shop again first; while it is failed that is when it moved last. */
  came_back_at: Generated<Date | null>;
}

export interface Disputes {
  id: string;
  order_id: string | null;
  intent_id: string;
  amount_cents: number;
  state: 'open' | 'won' | 'lost';
  created_at: Date;
  updated_at: Date;
}

export interface UnbookedPayments {
  intent_id: string;
  order_id: string;
  amount_cents: number;
  currency: string;
  created_at: Date;
  found_at: Date;
  asked_at: Date;
  state: 'open' | 'paid' | 'confirmed' | 'refunded';
  confirmed_by: string | null;
  confirmed_at: Date | null;
  orders: Generated<number>;
}

/** Receipts and credit notes that have their numbers. */
export interface Documents {
  id: string;
  kind: 'receipt' | 'credit-note';
  year: number;
  number: number;
  intent_id: string;
  refund_id: string | null;
  /** What the document says (server/documents/store.ts). */
  content: JSONColumnType<object>;
  issued_at: Date;
}
