import type { ColumnType, Generated, Kysely, Selectable, Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

/** JSON columns are written as text and read parsed. */
type Json<T> = ColumnType<T, string, string>;

/** The tables of migration 0003: the sandbox's own schema. A type, not an interface: `withTables` wants an index signature. */
export type CardSandboxTables = {
  'card_sandbox.payment_intents': IntentColumns;
  'card_sandbox.charges': ChargeColumns;
  'card_sandbox.refunds': RefundColumns;
  'card_sandbox.disputes': DisputeColumns;
  'card_sandbox.idempotency_keys': {
    key: string;
    request_hash: string;
    status: number | null;
    body: ColumnType<unknown, string | null, string>;
    created_at: Date;
  };
  'card_sandbox.events': {
    id: string;
    body: string;
    created_at: Date;
    next_try_at: Date;
    attempts: Generated<number>;
    delivered_at: Date | null;
  };
};

interface IntentColumns {
  id: string;
  client_secret: string;
  amount: number;
  currency: string;
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled';
  receipt_email: string | null;
  description: string | null;
  metadata: Json<Record<string, string>>;
  challenge: ColumnType<Challenge | null, string | null, string | null>;
  last_payment_error: ColumnType<PaymentError | null, string | null, string | null>;
  latest_charge: string | null;
  created_at: Date;
  canceled_at: Date | null;
}

interface ChargeColumns {
  id: string;
  payment_intent: string;
  amount: number;
  amount_refunded: Generated<number>;
  currency: string;
  status: 'succeeded' | 'failed';
  failure_code: string | null;
  failure_message: string | null;
  card_brand: string;
  card_last4: string;
  billing_name: string | null;
  billing_email: string | null;
  created_at: Date;
}

/** A payment intent as stored. */
export type IntentRow = Readonly<Selectable<IntentColumns>>;

/** A charge as stored. */
export type ChargeRow = Selectable<ChargeColumns>;

/** A charge, and whether it was ever disputed. */
export type SeenCharge = ChargeRow & { readonly disputed?: boolean };

interface RefundColumns extends Omit<DisputeColumns, 'status'> {
  metadata: Json<Record<string, string>>;
  status: 'succeeded' | 'failed';
}

/** A refund as stored. */
export type RefundRow = Selectable<RefundColumns>;

interface DisputeColumns {
  id: string;
  charge: string;
  payment_intent: string;
  amount: number;
  currency: string;
  status: 'needs_response' | 'won' | 'lost';
  created_at: Date;
}

/** A dispute as stored. */
export type DisputeRow = Selectable<DisputeColumns>;

/** All that is stored of a card and its holder. */
export interface PayingCard {
  readonly brand: string;
  readonly last4: string;
  readonly name: string | null;
  readonly email: string | null;
}

/** A card that waits for 3-D Secure, and what its bank will answer. */
interface Challenge extends PayingCard {
  readonly decline: PaymentError | null;
}

/** Why the last attempt of an intent did not pay. */
export interface PaymentError {
  readonly code: string;
  readonly decline_code?: string;
  readonly message: string;
  readonly charge?: string;
}

/** The sandbox's view of the database. */
export type SandboxDatabase = Kysely<Tables & CardSandboxTables>;

/** An open transaction of the sandbox, never one of the shop. */
export type SandboxTransaction = Transaction<Tables & CardSandboxTables>;
