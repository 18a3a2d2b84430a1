import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

/** JSON columns are written as text and read parsed. */
type Json<T> = ColumnType<T, string, string>;

/** The tables of migration 0003: the sandbox's own schema. A type, not an interface: `withTables` wants an index signature. */
export type CardSandboxTables = {
  'card_sandbox.payment_intents': IntentColumns;
  'card_sandbox.charges': ChargeColumns;
  'card_sandbox.refunds': Omit<RefundRow, 'metadata'> & { metadata: Json<RefundRow['metadata']> };
  'card_sandbox.disputes': DisputeRow;
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
  status: IntentRow['status'];
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
export interface IntentRow {
  readonly id: string;
  readonly client_secret: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled';
  readonly receipt_email: string | null;
  readonly description: string | null;
  readonly metadata: Record<string, string>;
  readonly challenge: Challenge | null;
  readonly last_payment_error: PaymentError | null;
  readonly latest_charge: string | null;
  readonly created_at: Date;
  readonly canceled_at: Date | null;
}

/** A charge as stored. */
export interface ChargeRow extends Omit<ChargeColumns, 'amount_refunded'> {
  readonly amount_refunded: number;
}

/** A charge, and whether there ever was a dispute about it. */
export type SeenCharge = ChargeRow & { readonly disputed?: boolean };

/** A refund as stored. */
export interface RefundRow {
  id: string;
  charge: string;
  payment_intent: string;
  amount: number;
  currency: string;
  created_at: Date;
  metadata: Record<string, string>;
  status: 'succeeded' | 'failed';
}

/** A dispute as stored. */
export interface DisputeRow {
  id: string;
  charge: string;
  payment_intent: string;
  amount: number;
  currency: string;
  status: 'needs_response' | 'won' | 'lost';
  created_at: Date;
}

/** Who pays with what: all that is kept of a card and its holder. */
export interface PayingCard {
  readonly brand: string;
  readonly last4: string;
  readonly name: string | null;
  readonly email: string | null;
}

/** The card waiting behind a 3-D Secure question, and what its bank will say. */
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

/** An open transaction of the sandbox: never one of the shop's. */
export type SandboxTransaction = Transaction<Tables & CardSandboxTables>;
