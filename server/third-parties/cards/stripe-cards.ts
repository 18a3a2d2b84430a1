import { Stripe } from 'stripe';
import type { CardsConfig } from '#contract/payments.ts';
import type { Clock } from '#server/clock.ts';
import { refuse } from '#server/http/refusal.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { CardsUnavailable, RefundRefused, type CardEvent, type Cards, type Intent, type IntentStatus } from './port.ts';

/** How to reach Stripe, or the sandbox that speaks as Stripe does. */
export interface StripeSetup {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly clock: Clock;
  /** What the browser is told. */
  readonly browser: CardsConfig;
  /** Another way to the provider than HTTPS to api.stripe.com: the sandbox, or a test. */
  readonly httpClient?: Stripe.HttpClient;
  /** How long one question may take, when nobody waits at a page for its answer. */
  readonly patienceMs?: number;
  /** Another address of the provider. */
  readonly address?: { readonly protocol: 'http' | 'https'; readonly host: string; readonly port: number };
}

/**
 * How long one question to the provider may take, its retry included. A page asks at most twice,
 * so that it answers within 3.5 s even when the provider hangs (docs/operations: faults).
 */
const pagePatienceMs = 1_600;
const hourMs = 3_600_000;

/** Cards over the real `stripe` SDK. */
export function stripeCards(setup: StripeSetup): Cards {
  const { clock, patienceMs = pagePatienceMs } = setup;
  const stripe = clientOf(setup, patienceMs);
  const ask = <T>(question: () => Promise<T>) => withDeadline(question, patienceMs);
  const getIntent = async (id: string) => {
    const intent = await ask(() => stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })).catch(undefinedIfMissing);
    return intent === undefined ? undefined : intentOf(intent);
  };
  return {
    createIntent: async ({ orderId, attempt, amountCents, currency, email, shop }) => {
      const params: Stripe.PaymentIntentCreateParams = {
        amount: amountCents,
        currency,
        allowed_payment_method_types: ['card'],
        description: `Order ${orderId}`,
        // The customer's address goes here and not into receipt_email, which every browser that holds the client
        // secret may read: whoever pays by link learns nothing personal (decisions: Orders).
        metadata: { order_id: orderId, attempt: String(attempt), customer_email: email, ...(shop === undefined ? {} : { shop }) },
      };
      const key = `order-${orderId}-attempt-${attempt}`;
      const create = (idempotencyKey: string) => stripe.paymentIntents.create(params, { idempotencyKey });
      // Stripe keeps a failure of its own under a key for a day (docs: Idempotent requests). The intent that it may
      // have made nevertheless is of no use to anybody without its secret, so another key cannot collect twice.
      const again = `${key}-again-${Math.floor(clock.now().getTime() / hourMs)}`;
      const question = () => create(key).catch((error: unknown) => (isKeptFailure(error) ? create(again) : Promise.reject(error)));
      return intentOf(await ask(question).catch(notOpened));
    },
    getIntent,
    cancelIntent: async (id) => {
      const intent = await ask(() => stripe.paymentIntents.cancel(id)).catch(undefinedIfFinished);
      return intent === undefined ? getIntent(id) : intentOf(intent);
    },
    refund: async (intentId, part) => {
      const params = { payment_intent: intentId, ...(part === undefined ? {} : { amount: part.amountCents }) };
      const idempotencyKey = part === undefined ? `refund-${intentId}` : `refund-${part.key}`;
      const question = () => stripe.refunds.create(params, { idempotencyKey }).then(refundMade);
      await ask(question).catch(part === undefined ? fineIfRefunded : refusedRefund);
    },
    parseWebhook: (rawBody, signature) => eventOf(stripe, { rawBody, signature, setup }),
    publicConfig: () => setup.browser,
  };
}

function clientOf(
  { secretKey, httpClient = Stripe.createFetchHttpClient(boundedFetch), address }: StripeSetup,
  patienceMs: number,
): Stripe {
  return new Stripe(secretKey, {
    apiVersion: '2026-10-28.endive',
    // A retry comes 0.5 s after a failure and carries the same idempotency key; a hang is not waited for twice.
    maxNetworkRetries: 1,
    timeout: patienceMs - 100,
    telemetry: false,
    httpClient,
    ...address,
  });
}

/** Asks with a deadline. What is not an answer the caller can use becomes `CardsUnavailable`. */
async function withDeadline<T>(question: () => Promise<T>, patienceMs: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  // The SDK's own timeout counts idle time and each try anew: this one counts the whole question.
  const timer = setTimeout(() => late.reject(new CardsUnavailable(`no answer within ${patienceMs} ms`)), patienceMs);
  try {
    return await Promise.race([question(), late.promise]);
  } catch (error) {
    if (error instanceof CardsUnavailable || error instanceof RefundRefused || isRefusal(error)) throw error;
    throw new CardsUnavailable(error instanceof Error ? error.message : 'no usable answer', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

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

function undefinedIfMissing(error: unknown): undefined {
  if (isRefusal(error) && error.code === 'resource_missing') return undefined;
  throw error;
}

/** A cancel that came too late: what became of the intent has to be asked, for the refusal does not tell of its refunds. */
function undefinedIfFinished(error: unknown): undefined {
  if (isRefusal(error) && error.code === 'payment_intent_unexpected_state') return undefined;
  return undefinedIfMissing(error);
}

/** Whether this is a failure that was stored under its key: asked again, it stays the same. */
function isKeptFailure(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.headers?.['idempotent-replayed'] === 'true';
}

/** The provider's own 400 is no answer to a customer's request: what it does not take of us is ours to look at. */
function notOpened(error: unknown): never {
  throw isRefusal(error) ? new CardsUnavailable(`the provider opens no payment: ${error.message}`, { cause: error }) : error;
}

/** An answer that is JSON but no refund is no usable answer; a refund may also be one that did not go through. */
function refundMade(refund: Stripe.Refund | null): void {
  if (refund?.object !== 'refund') throw new CardsUnavailable('the answer is no refund');
  if (refund.status === 'failed' || refund.status === 'canceled') throw new RefundRefused(`the refund has ${refund.status}`);
}

function fineIfRefunded(error: unknown): void {
  if (!(isRefusal(error) && error.code === 'charge_already_refunded')) refusedRefund(error);
}

function refusedRefund(error: unknown): never {
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
function intentOf(intent: Stripe.PaymentIntent): Intent {
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
  };
}

interface Message {
  readonly rawBody: Buffer;
  readonly signature: string;
  readonly setup: StripeSetup;
}

function eventOf(stripe: Stripe, { rawBody, signature, setup }: Message): CardEvent {
  const event = verified(stripe, { rawBody, signature, setup });
  const about = event.data?.object as { object?: unknown; id?: unknown; payment_intent?: unknown } | undefined;
  const intentId = about?.object === 'payment_intent' ? about.id : about?.payment_intent;
  return { id: event.id, type: event.type, intentId: typeof intentId === 'string' ? intentId : undefined };
}

function verified(stripe: Stripe, { rawBody, signature, setup }: Message): Stripe.Event {
  const receivedAt = setup.clock.now().getTime();
  try {
    return stripe.webhooks.constructEvent(rawBody, signature, setup.webhookSecret, undefined, undefined, receivedAt);
  } catch (cause) {
    refuse('bad_signature', { cause });
  }
}
