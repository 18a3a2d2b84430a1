import { Stripe } from 'stripe';
import {
  CardsUnavailable,
  RefundRefused,
  SpentKey,
  type CardDispute,
  type CardRefund,
  type Intent,
  type IntentStatus,
} from './port.ts';

/**
 * Whether the provider understood and said no. All else (connection, 429, 5xx, a body that is no JSON,
 * a key that is not accepted) leaves the outcome unknown or the provider out of reach.
 */
function isRefusal(error: unknown): error is InstanceType<typeof Stripe.errors.StripeError> {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeIdempotencyError ||
    error instanceof Stripe.errors.StripeCardError
  );
}

/** What a question ended in, as the port says it: what is no answer the caller can use becomes `CardsUnavailable`. */
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

/** A cancel that came too late: what became of the intent has to be asked, for the refusal does not tell of its refunds. */
export function undefinedIfFinished(error: unknown): undefined {
  if (isRefusal(error) && error.code === 'payment_intent_unexpected_state') return undefined;
  return undefinedIfMissing(error);
}

/**
 * Stripe keeps what it answered to a key for a day, failures of its own too (docs: Idempotent requests); nor does a key
 * fit another version's parameters. Either way the same question has the same answer until the key is another one.
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

/** The provider's own 400 is no answer to a customer's request: what it does not take of us is ours to look at. */
export function notOpened(error: unknown): never {
  throw isRefusal(error)
    ? new CardsUnavailable(`the provider opens no payment: ${error.message}`, { cause: error })
    : error;
}

/** The id of a refund that was made. An answer that is JSON but no refund is no usable answer; one may also not have gone through. */
export function refundMade(refund: Stripe.Refund | null): string {
  if (refund?.object !== 'refund') throw new CardsUnavailable('the answer is no refund');
  if (hasFailed(refund)) throw new RefundRefused(`the refund has ${refund.status}`);
  return refund.id;
}

const hasFailed = ({ status }: Stripe.Refund): boolean =>
  status === 'failed' || status === 'canceled';

/** How many charges of a list did not go through. */
export function declinesOf(list: Stripe.ApiList<Stripe.Charge> | null): number {
  return rowsOf(list).filter(({ status }) => status === 'failed').length;
}

/** The rows of a list, as the port says them. */
export function refundsOf(list: Stripe.ApiList<Stripe.Refund> | null): CardRefund[] {
  return rowsOf(list).map((refund) => ({
    id: refund.id,
    amountCents: refund.amount,
    hasFailed: hasFailed(refund),
    key: refund.metadata?.['refund_id'],
  }));
}

/** What ends a dispute; all else leaves it open. An inquiry that was closed took no money. */
const endings: Readonly<Record<string, CardDispute['state']>> = {
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
};

/** The disputes of a list, as the port says them. */
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

/** All of the money went back already, whoever asked for it. */
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
  // Never asked for here: money that is only reserved is not yet paid.
  requires_capture: 'processing',
  succeeded: 'succeeded',
  canceled: 'canceled',
};

/** The port's view of an intent. An answer that is JSON but no intent is no usable answer. */
export function intentOf(intent: Stripe.PaymentIntent): Intent {
  const status = Object.hasOwn(statuses, intent?.status) ? statuses[intent.status] : undefined;
  // What was collected counts once it was; the two differ only if something is wrong.
  const amountCents = status === 'succeeded' ? intent.amount_received : intent?.amount;
  if (
    status === undefined ||
    typeof intent.id !== 'string' ||
    typeof intent.client_secret !== 'string' ||
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
    orderId: intent.metadata?.['order_id'],
    shop: intent.metadata?.['shop'],
    refundedCents: typeof charge === 'object' && charge !== null ? charge.amount_refunded : 0,
    hasDeclined:
      (intent.last_payment_error ?? null) !== null ||
      (typeof charge === 'object' && charge?.status === 'failed'),
    isDisputed: typeof charge === 'object' && charge !== null && charge.disputed,
  };
}
