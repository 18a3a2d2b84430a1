import { randomBytes } from 'node:crypto';
import type { Stripe } from 'stripe';
import type { DisputeRow, IntentRow, RefundRow, SeenCharge } from './tables.ts';

/** An id that looks like Stripe's: the kind, then 24 random letters and digits. */
export function wireId(kind: 'pi' | 'ch' | 're' | 'du' | 'evt' | 'req' | 'py'): string {
  return `${kind}_${lettersAndDigits(24)}`;
}

/** Whoever has the secret may pay the intent. */
export function newClientSecret(intentId: string): string {
  return `${intentId}_secret_${lettersAndDigits(25)}`;
}

function lettersAndDigits(length: number): string {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  // 248 is the largest multiple of 62 in a byte: larger values would favour the first letters.
  let made = '';
  while (made.length < length) {
    for (const byte of randomBytes(length)) if (byte < 248) made += alphabet[byte % 62];
  }
  return made.slice(0, length);
}

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000);

/** Fields of Stripe's objects that the sandbox does not use. */
const unused = <const Name extends string>(...names: Name[]): Record<Name, null> =>
  Object.fromEntries(names.map((name) => [name, null])) as Record<Name, null>;

/** With the charge as an object when the caller asked to expand it. */
export function intentObject(row: IntentRow, charge?: SeenCharge): Stripe.PaymentIntent {
  return {
    id: row.id,
    object: 'payment_intent',
    allowed_payment_method_types: ['card'],
    amount: row.amount,
    amount_capturable: 0,
    amount_received: row.status === 'succeeded' ? row.amount : 0,
    canceled_at: row.canceled_at === null ? null : seconds(row.canceled_at),
    capture_method: 'automatic_async',
    client_secret: row.client_secret,
    confirmation_method: 'automatic',
    created: seconds(row.created_at),
    currency: row.currency,
    description: row.description,
    last_payment_error: row.last_payment_error && { type: 'card_error', ...row.last_payment_error },
    latest_charge: charge === undefined ? row.latest_charge : chargeObject(charge),
    livemode: false,
    metadata: row.metadata,
    next_action:
      row.status === 'requires_action' ? { type: 'use_stripe_sdk', use_stripe_sdk: {} } : null,
    payment_method_options: {
      card: {
        request_three_d_secure: 'automatic',
        ...unused('installments', 'mandate_options', 'network'),
      },
    },
    payment_method_types: ['card'],
    receipt_email: row.receipt_email,
    status: row.status,
    ...unused('application', 'application_fee_amount', 'automatic_payment_methods'),
    ...unused('cancellation_reason', 'customer', 'customer_account', 'managed_payments'),
    ...unused('excluded_payment_method_types', 'on_behalf_of', 'payment_method', 'payment_record'),
    ...unused('payment_method_configuration_details', 'processing', 'review', 'setup_future_usage'),
    ...unused('shipping', 'source', 'statement_descriptor', 'statement_descriptor_suffix'),
    ...unused('transfer_group'),
  } satisfies Stripe.PaymentIntent;
}

/** For a browser, which has only the client secret: nothing of the customer, as at Stripe. */
export function browserIntentObject(row: IntentRow): Stripe.PaymentIntent {
  return { ...intentObject(row), metadata: {}, receipt_email: null };
}

/** A charge as Stripe sends it. */
export function chargeObject(row: SeenCharge): Stripe.Charge {
  const succeeded = row.status === 'succeeded';
  return {
    id: row.id,
    object: 'charge',
    amount: row.amount,
    amount_captured: succeeded ? row.amount : 0,
    amount_refunded: row.amount_refunded,
    billing_details: {
      email: row.billing_email,
      name: row.billing_name,
      ...unused('address', 'phone', 'tax_id'),
    },
    captured: succeeded,
    created: seconds(row.created_at),
    currency: row.currency,
    disputed: row.disputed === true,
    failure_code: row.failure_code,
    failure_message: row.failure_message,
    fraud_details: {},
    livemode: false,
    metadata: {},
    paid: succeeded,
    payment_intent: row.payment_intent,
    refunded: succeeded && row.amount_refunded === row.amount,
    status: row.status,
    ...unused('application', 'application_fee', 'application_fee_amount', 'balance_transaction'),
    ...unused('calculated_statement_descriptor', 'customer', 'description', 'on_behalf_of'),
    ...unused('failure_balance_transaction', 'outcome', 'payment_method', 'payment_method_details'),
    ...unused('receipt_email', 'receipt_number', 'receipt_url', 'review', 'shipping', 'source'),
    ...unused('source_transfer', 'statement_descriptor', 'statement_descriptor_suffix'),
    ...unused('transfer_data', 'transfer_group'),
  } satisfies Stripe.Charge;
}

/** A refund as Stripe sends it. */
export function refundObject(row: RefundRow): Stripe.Refund {
  return {
    id: row.id,
    object: 'refund',
    amount: row.amount,
    charge: row.charge,
    created: seconds(row.created_at),
    currency: row.currency,
    metadata: row.metadata,
    payment_intent: row.payment_intent,
    status: row.status,
    ...unused('balance_transaction', 'customer', 'customer_account', 'payment_method', 'reason'),
    ...unused('receipt_number', 'source_transfer_reversal', 'transfer_reversal'),
  } satisfies Stripe.Refund;
}

/** A dispute as Stripe sends it, without the evidence of a shop. */
export function disputeObject(row: DisputeRow) {
  return {
    id: row.id,
    object: 'dispute',
    amount: row.amount,
    balance_transactions: [],
    charge: row.charge,
    created: seconds(row.created_at),
    currency: row.currency,
    enhanced_eligibility_types: [],
    evidence_details: {
      due_by: seconds(row.created_at) + daysToAnswer * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: row.payment_intent,
    reason: 'fraudulent',
    status: row.status,
  } satisfies Omit<Stripe.Dispute, 'evidence'>;
}

const daysToAnswer = 7;

/** The events the sandbox sends. */
type SentEvent =
  | Stripe.PaymentIntentSucceededEvent
  | Stripe.PaymentIntentCanceledEvent
  | Stripe.PaymentIntentPaymentFailedEvent
  | Stripe.ChargeRefundedEvent
  | Stripe.RefundFailedEvent
  | Stripe.ChargeDisputeCreatedEvent
  | Stripe.ChargeDisputeClosedEvent;

type EventSubject =
  | Exclude<SentEvent['data']['object'], Stripe.Dispute>
  | ReturnType<typeof disputeObject>;

/** The webhook about an object. */
export function eventObject(type: SentEvent['type'], about: EventSubject, at: Date): SentEvent {
  return {
    id: wireId('evt'),
    object: 'event',
    api_version: '2026-10-28.endive',
    created: seconds(at),
    data: { object: about },
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type,
    // Every caller passes the object of the type; two parameters of a union cannot say so.
  } as SentEvent;
}
