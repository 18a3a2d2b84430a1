import { Stripe } from 'stripe';
import type { CardsConfig } from '#contract/payments.ts';
import type { Clock } from '#server/clock.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { timeLimited, pageTimeoutMs } from './time-limits.ts';
import { CardsUnavailable, type CardRefund, type Cards } from './port.ts';
import {
  declinesOf,
  disputesOf,
  fineIfRefunded,
  intentOf,
  intentPageOf,
  notOpened,
  orSpent,
  orUnavailable,
  refundMade,
  refundPageOf,
  refusedRefund,
  undefinedIfFinished,
  undefinedIfMissing,
  type RefundPage,
} from './stripe-answers.ts';
import { attemptName, ordersInMetadata } from './orders-in-metadata.ts';
import { parseEvent, verified } from './stripe-events.ts';

/** How to reach Stripe, or the sandbox that speaks its protocol. */
export interface StripeSetup {
  readonly secretKey: string;
  /** Any of them may have signed a message: there are two while one replaces the other. */
  readonly webhookSecrets: readonly string[];
  readonly clock: Clock;
  /** For the card form. */
  readonly browser: CardsConfig;
  /** In place of HTTPS to api.stripe.com: the sandbox, or a test. */
  readonly httpClient?: Stripe.HttpClient;
  /** Default: the timeout for pages. */
  readonly timeoutMs?: number;
  /** Aborted when the shop closes; calls under way are then given up. */
  readonly ending?: AbortSignal | undefined;
  /** In place of the provider's own address. */
  readonly address?: {
    readonly protocol: 'http' | 'https';
    readonly host: string;
    readonly port: number;
  };
}

/** Cards over the real `stripe` SDK. */
export function stripeCards(setup: StripeSetup): Cards {
  const { clock, timeoutMs = pageTimeoutMs, ending } = setup;
  const stripe = openClient(setup, timeoutMs);
  const inTime = timeLimited({ clock, timeoutMs, ending });
  const ask = <T>(question: () => Promise<T>): Promise<T> => inTime(question).catch(orUnavailable);
  const getIntent = async (id: string) => {
    const intent = await ask(() =>
      stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }),
    ).catch(undefinedIfMissing);
    return intent === undefined ? undefined : intentOf(intent);
  };
  return {
    createIntent: async (wanted) => {
      const idempotencyKey = idempotencyKeyFor(attemptName(wanted.orders), wanted.spentKeys);
      const question = () =>
        stripe.paymentIntents.create(intentParams(wanted), { idempotencyKey }).catch(orSpent);
      return intentOf(await ask(question).catch(notOpened));
    },
    getIntent,
    listIntents: (wanted) =>
      ask(() => stripe.paymentIntents.list(listParams(wanted)).then(intentPageOf)),
    cancelIntent: async (id) => {
      const intent = await ask(() => stripe.paymentIntents.cancel(id)).catch(undefinedIfFinished);
      return intent === undefined ? getIntent(id) : intentOf(intent);
    },
    refundWhole: async (intentId, spentKeys) => {
      const idempotencyKey = idempotencyKeyFor(`refund-${intentId}`, spentKeys);
      const made = () =>
        stripe.refunds.create({ payment_intent: intentId }, { idempotencyKey }).then(refundMade);
      await ask(() => made().catch(fineIfRefunded).catch(orSpent)).catch(refusedRefund);
    },
    refundPart: async (intentId, { amountCents, key, spentKeys }) => {
      const params = {
        payment_intent: intentId,
        amount: amountCents,
        metadata: { refund_id: key },
      };
      const idempotencyKey = idempotencyKeyFor(`refund-${key}`, spentKeys);
      const made = () => stripe.refunds.create(params, { idempotencyKey }).then(refundMade);
      return ask(() => made().catch(orSpent)).catch(refusedRefund);
    },
    countDeclines: (intentId) =>
      ask(() => stripe.charges.list({ payment_intent: intentId, limit: 100 }).then(declinesOf)),
    listRefunds: (intentId) =>
      everyRefund((after) =>
        ask(() =>
          stripe.refunds
            .list({ payment_intent: intentId, limit: 100, ...startingAfter(after) })
            .then(refundPageOf),
        ),
      ),
    listDisputes: (intentId) =>
      ask(() => stripe.disputes.list({ payment_intent: intentId, limit: 100 }).then(disputesOf)),
    parseWebhook: (rawBody, signature) =>
      parseEvent(verified(stripe, { rawBody, signature, setup })),
    publicConfig: () => setup.browser,
  };
}

/** A new idempotency key for each one that is spent. */
const idempotencyKeyFor = (name: string, spentKeys = 0): string =>
  spentKeys === 0 ? name : `${name}-again-${spentKeys}`;

function intentParams(
  attempt: Parameters<Cards['createIntent']>[0],
): Stripe.PaymentIntentCreateParams {
  const { orders, amountCents, currency, email, shop } = attempt;
  return {
    amount: amountCents,
    currency,
    allowed_payment_method_types: ['card'],
    description: orders.length === 1 ? `Order ${orders[0]?.orderId}` : `${orders.length} orders`,
    // Not as receipt_email, which every browser with the client secret may read: payers learn nothing personal about the
    // order's owner (decisions: Orders).
    metadata: {
      ...ordersInMetadata(orders),
      customer_email: email,
      ...(shop === undefined ? {} : { shop }),
    },
  };
}

function listParams({
  since,
  until,
  after,
}: Parameters<Cards['listIntents']>[0]): Stripe.PaymentIntentListParams {
  return {
    created: {
      gte: wholeSeconds(since),
      ...(until === undefined ? {} : { lt: wholeSeconds(until) }),
    },
    limit: 100,
    expand: ['data.latest_charge'],
    ...startingAfter(after),
  };
}

const startingAfter = (after: string | undefined): { starting_after?: string } =>
  after === undefined ? {} : { starting_after: after };

/** Far more than orders that are paid together can have; a provider that never comes to an end is not listened to for ever. */
const mostRefundPages = 100;

/** The refunds of all pages. Half a list would be worse than none: what is missing in it would count as not made. */
async function everyRefund(
  pageAfter: (after: string | undefined) => Promise<RefundPage>,
): Promise<CardRefund[]> {
  const found: CardRefund[] = [];
  for (let page = 0; page < mostRefundPages; page += 1) {
    const { refunds, hasMore } = await pageAfter(found.at(-1)?.id);
    found.push(...refunds);
    if (!hasMore) return found;
  }
  throw new CardsUnavailable('the list of refunds does not end');
}

const wholeSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);

function openClient(
  { secretKey, httpClient = Stripe.createFetchHttpClient(boundedFetch), address }: StripeSetup,
  timeoutMs: number,
): Stripe {
  return new Stripe(secretKey, {
    apiVersion: '2026-10-28.endive',
    // A retry comes 0.5 s after a failure, with the same idempotency key; a timeout is not retried.
    maxNetworkRetries: 1,
    timeout: timeoutMs - 100,
    telemetry: false,
    httpClient,
    ...address,
  });
}
