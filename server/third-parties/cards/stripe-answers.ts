import { Stripe } from 'stripe';
import { ordersOfMetadata } from './orders-in-metadata.ts';
import {
  CardsUnavailable,
  RefundRefused,
  SpentKey,
  type CardDispute,
  type CardRefund,
  type Intent,
  type IntentPage,
  type IntentStatus,
} from './port.ts';

/**
 * Whether the provider refused the request itself. After any other error (connection, 429, 5xx, no JSON, invalid API key)
 * the outcome is unknown or the provider unreachable.
 */
function isRefusal(error: unknown): error is InstanceType<typeof Stripe.errors.StripeError> {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeIdempotencyError ||
    error instanceof Stripe.errors.StripeCardError
  );
}

/** Throws the error as the port's: `CardsUnavailable`, unless the provider refused the request. */
export function orUnavailable(error: unknown): never {
  if (error instanceof CardsUnavailable || error instanceof RefundRefused || isRefusal(error))
    throw error;
  throw new CardsUnavailable(error instanceof Error ? error.message : 'no usable answer', {
    cause: error,
  });
}

export function undefinedIfMissing(error: unknown): undefined {
  if (isRefusal(error) && error.code === 'resource_missing') return undefined;
  throw error;
}

/** Undefined for a cancel that came too late: the caller then gets the intent, because the error does not have its refunds. */
export function undefinedIfFinished(error: unknown): undefined {
  if (isRefusal(error) && error.code === 'payment_intent_unexpected_state') return undefined;
  return undefinedIfMissing(error);
}

/**
 * Stripe stores the answer to an idempotency key for a day, even a 500 (its docs: Idempotent requests), and refuses a key
 * with other parameters, such as those of an earlier version of the shop. Both need a new key.
 */
export function orSpent(error: unknown): never {
  const isKept =
    error instanceof Stripe.errors.StripeError && error.headers?.['idempotent-replayed'] === 'true';
  const isOthers =
    error instanceof Stripe.errors.StripeIdempotencyError &&
    error.code !== 'idempotency_key_in_use';
  if (isKept || isOthers)
    throw new SpentKey(`the provider keeps a failure: ${error.message}`, { cause: error });
  throw error;
}

/** Throws `CardsUnavailable` when the provider refuses a request: that is our mistake, not the customer's. */
export function notOpened(error: unknown): never {
  throw isRefusal(error)
    ? new CardsUnavailable(`the provider opens no payment: ${error.message}`, { cause: error })
    : error;
}

/** The id of a refund that was made. Throws `RefundRefused` for one that failed, `CardsUnavailable` for other JSON. */
export function refundMade(refund: Stripe.Refund | null): string {
  if (refund?.object !== 'refund') throw new CardsUnavailable('the answer is no refund');
  if (hasFailed(refund)) throw new RefundRefused(`the refund has ${refund.status}`);
  return refund.id;
}

const hasFailed = ({ status }: Stripe.Refund): boolean =>
  status === 'failed' || status === 'canceled';

/** The number of failed charges in a list. */
export function declinesOf(list: Stripe.ApiList<Stripe.Charge> | null): number {
  return rowsOf(list).filter(({ status }) => status === 'failed').length;
}

/** A piece of a list of refunds; `hasMore`: older ones follow. */
export interface RefundPage {
  readonly refunds: readonly CardRefund[];
  readonly hasMore: boolean;
}

/** A page of refunds in the port's shape. */
export function refundPageOf(list: Stripe.ApiList<Stripe.Refund> | null): RefundPage {
  const refunds = rowsOf(list).map((refund) => ({
    id: refund.id,
    amountCents: refund.amount,
    hasFailed: hasFailed(refund),
    key: refund.metadata?.['refund_id'],
  }));
  return { refunds, hasMore: list?.has_more === true };
}

/** The final states; a dispute in any other is open. A closed inquiry took no money. */
const endings: Readonly<Record<string, CardDispute['state']>> = {
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
};

/** The disputes of a list, in the port's shape. */
export function disputesOf(list: Stripe.ApiList<Stripe.Dispute> | null): CardDispute[] {
  return rowsOf(list).map(({ id, amount, status, evidence_details: evidence }) => ({
    id,
    amountCents: amount,
    state: Object.hasOwn(endings, status) ? (endings[status] ?? 'open') : 'open',
    answerBy: typeof evidence?.due_by === 'number' ? new Date(evidence.due_by * 1000) : undefined,
  }));
}

function rowsOf<Row>(list: Stripe.ApiList<Row> | null): Row[] {
  if (list?.object !== 'list' || !Array.isArray(list.data))
    throw new CardsUnavailable('the answer is no list');
  return list.data;
}

/** Accepts the error that everything is refunded already. */
export function fineIfRefunded(error: unknown): undefined {
  if (isRefusal(error) && error.code === 'charge_already_refunded') return undefined;
  throw error;
}

export function refusedRefund(error: unknown): never {
  throw isRefusal(error) ? new RefundRefused(error.message, { cause: error }) : error;
}

const statuses: Readonly<Record<string, IntentStatus>> = {
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  requires_action: 'open',
  processing: 'processing',
  // The shop never uses manual capture; reserved money is not paid.
  requires_capture: 'processing',
  succeeded: 'succeeded',
  canceled: 'canceled',
};

/** An intent in the port's shape. Throws `CardsUnavailable` for JSON of another shape. */
export function intentOf(intent: Stripe.PaymentIntent): Intent {
  const status = Object.hasOwn(statuses, intent?.status) ? statuses[intent.status] : undefined;
  // Once paid, the received amount counts; it should equal the requested one.
  const amountCents = status === 'succeeded' ? intent.amount_received : intent?.amount;
  if (
    status === undefined ||
    typeof intent.id !== 'string' ||
    typeof intent.client_secret !== 'string' ||
    !Number.isSafeInteger(intent.created) ||
    !Number.isSafeInteger(amountCents)
  )
    throw new CardsUnavailable('the answer is no payment intent');
  const charge = intent.latest_charge;
  return {
    id: intent.id,
    clientSecret: intent.client_secret,
    status,
    amountCents,
    currency: intent.currency,
    createdAt: new Date(intent.created * 1000),
    orderIds: ordersOfMetadata(intent.metadata ?? {}),
    shop: intent.metadata?.['shop'],
    refundedCents: typeof charge === 'object' && charge !== null ? charge.amount_refunded : 0,
    hasDeclined:
      (intent.last_payment_error ?? null) !== null ||
      (typeof charge === 'object' && charge?.status === 'failed'),
    isDisputed: typeof charge === 'object' && charge !== null && charge.disputed,
  };
}

/** A page of attempts in the port's shape. */
export function intentPageOf(list: Stripe.ApiList<Stripe.PaymentIntent> | null): IntentPage {
  return { intents: rowsOf(list).map(intentOf), hasMore: list?.has_more === true };
}
