import { Stripe } from 'stripe';
import type { CardsConfig } from '#contract/payments.ts';
import type { Clock } from '#server/clock.ts';
import { refuse } from '#server/http/refusal.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { asking, pagePatienceMs } from './patience.ts';
import type { CardEvent, Cards } from './port.ts';
import {
  fineIfRefunded,
  intentOf,
  isKeptFailure,
  notOpened,
  orUnavailable,
  refundMade,
  refusedRefund,
  undefinedIfFinished,
  undefinedIfMissing,
} from './stripe-answers.ts';

/** How to reach Stripe, or the sandbox that speaks as Stripe does. */
export interface StripeSetup {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly clock: Clock;
  /** What the browser is told. */
  readonly browser: CardsConfig;
  /** Another way to the provider than HTTPS to api.stripe.com: the sandbox, or a test. */
  readonly httpClient?: Stripe.HttpClient;
  /** How long one question may take: as long as a page waits, when not given. */
  readonly patienceMs?: number;
  /** Another address of the provider. */
  readonly address?: { readonly protocol: 'http' | 'https'; readonly host: string; readonly port: number };
}

const hourMs = 3_600_000;

/** Cards over the real `stripe` SDK. */
export function stripeCards(setup: StripeSetup): Cards {
  const { clock, patienceMs = pagePatienceMs } = setup;
  const stripe = clientOf(setup, patienceMs);
  const inTime = asking({ clock, patienceMs });
  const ask = <T>(question: () => Promise<T>): Promise<T> => inTime(question).catch(orUnavailable);
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
