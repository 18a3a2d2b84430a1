import { randomBytes } from 'node:crypto';
import type { Stripe } from 'stripe';
import type { DisputeRow, IntentRow, PaymentError, RefundRow, SeenCharge } from './tables.ts';

/** An id that looks like Stripe's: the kind, then 24 random letters and digits. */
export function wireId(kind: 'pi' | 'ch' | 're' | 'du' | 'evt' | 'req' | 'py'): string {
  return `${kind}_${lettersAndDigits(24)}`;
}

/** A secret of an intent: whoever holds it may pay it. */
export function clientSecretOf(intentId: string): string {
  return `${intentId}_secret_${lettersAndDigits(25)}`;
}

function lettersAndDigits(length: number): string {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  // 248 is the largest multiple of 62 in a byte: what lies above would favour the first letters.
  let made = '';
  while (made.length < length) {
    for (const byte of randomBytes(length)) if (byte < 248) made += alphabet[byte % 62];
  }
  return made.slice(0, length);
}

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000);

/** The intent as the wire carries it; its charge as an object when it was asked for. */
export function intentObject(row: IntentRow, charge?: SeenCharge): Stripe.PaymentIntent {
  return {
    id: row.id,
    object: 'payment_intent',
    allowed_payment_method_types: ['card'],
    amount: row.amount,
    amount_capturable: 0,
    amount_received: row.status === 'succeeded' ? row.amount : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: row.canceled_at === null ? null : seconds(row.canceled_at),
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: row.client_secret,
    confirmation_method: 'automatic',
    created: seconds(row.created_at),
    currency: row.currency,
    customer: null,
    customer_account: null,
    description: row.description,
    excluded_payment_method_types: null,
    last_payment_error:
      row.last_payment_error === null ? null : paymentErrorObject(row.last_payment_error),
    latest_charge: charge === undefined ? row.latest_charge : chargeObject(charge),
    livemode: false,
    managed_payments: null,
    metadata: row.metadata,
    next_action:
      row.status === 'requires_action' ? { type: 'use_stripe_sdk', use_stripe_sdk: {} } : null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: { card: threeDSecureAutomatic },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: row.receipt_email,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: row.status,
    transfer_group: null,
  } satisfies Stripe.PaymentIntent;
}

/** The intent as a browser may see it, which has only the client secret: nothing of the customer, as at Stripe. */
export function browserIntentObject(row: IntentRow): Stripe.PaymentIntent {
  return { ...intentObject(row), metadata: {}, receipt_email: null };
}

const threeDSecureAutomatic = {
  installments: null,
  mandate_options: null,
  network: null,
  request_three_d_secure: 'automatic',
} satisfies Stripe.PaymentIntent.PaymentMethodOptions.Card;

function paymentErrorObject(error: PaymentError): Stripe.PaymentIntent.LastPaymentError {
  return { type: 'card_error', ...error } satisfies Stripe.PaymentIntent.LastPaymentError;
}

/** The charge as the wire carries it. */
export function chargeObject(row: SeenCharge): Stripe.Charge {
  const succeeded = row.status === 'succeeded';
  return {
    id: row.id,
    object: 'charge',
    amount: row.amount,
    amount_captured: succeeded ? row.amount : 0,
    amount_refunded: row.amount_refunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: {
      address: null,
      email: row.billing_email,
      name: row.billing_name,
      phone: null,
      tax_id: null,
    },
    calculated_statement_descriptor: null,
    captured: succeeded,
    created: seconds(row.created_at),
    currency: row.currency,
    customer: null,
    description: null,
    disputed: row.disputed === true,
    failure_balance_transaction: null,
    failure_code: row.failure_code,
    failure_message: row.failure_message,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: null,
    paid: succeeded,
    payment_intent: row.payment_intent,
    payment_method: null,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: succeeded && row.amount_refunded === row.amount,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: row.status,
    transfer_data: null,
    transfer_group: null,
  } satisfies Stripe.Charge;
}

/** The refund as the wire carries it. */
export function refundObject(row: RefundRow): Stripe.Refund {
  return {
    id: row.id,
    object: 'refund',
    amount: row.amount,
    balance_transaction: null,
    charge: row.charge,
    created: seconds(row.created_at),
    currency: row.currency,
    customer: null,
    customer_account: null,
    metadata: row.metadata,
    payment_intent: row.payment_intent,
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: row.status,
    transfer_reversal: null,
  } satisfies Stripe.Refund;
}

/** The dispute as the wire carries it, without the evidence that a shop would send. */
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

/** All rows of a list in one page. */
export function listObject<Row>(url: string, data: Row[]): Stripe.ApiList<Row> {
  return { object: 'list', data, has_more: false, url };
}

/** The events the sandbox sends. */
type SentEvent =
  | Stripe.PaymentIntentSucceededEvent
  | Stripe.PaymentIntentCanceledEvent
  | Stripe.PaymentIntentPaymentFailedEvent
  | Stripe.ChargeRefundedEvent
  | Stripe.RefundFailedEvent
  | Stripe.ChargeDisputeCreatedEvent
  | Stripe.ChargeDisputeClosedEvent;

type Told = Exclude<SentEvent['data']['object'], Stripe.Dispute> | ReturnType<typeof disputeObject>;

/** An event around the object it tells about. */
export function eventObject(type: SentEvent['type'], about: Told, at: Date): SentEvent {
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
    // The type and its object belong together at every caller; the union cannot say so of two parameters.
  } as SentEvent;
}
