import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Stripe } from 'stripe';
import type { CardSandbox } from '#server/third-parties/cards/sandbox/build-card-sandbox.ts';
import { RefundRefused, type Cards } from '#server/third-parties/cards/port.ts';
import type { Database } from '#server/shop.ts';

/** An adapter, and the provider's side of it. */
export interface CardsWay {
  readonly cards: Cards;
  readonly sandbox: CardSandbox;
  /** The provider's own database. */
  readonly memory: Database;
  close(): Promise<void>;
}

/** The contract tests of the port `Cards`, for every adapter. */
export function cardsContract(name: string, open: () => Promise<CardsWay>): void {
  let way: CardsWay;
  let cards: Cards;
  beforeAll(async () => {
    way = await open();
    ({ cards } = way);
  });
  afterAll(() => way.close());

  const pay = (clientSecret: string) =>
    way.sandbox.payWithCard(clientSecret, { number: '4242424242424242' });

  describe(`one attempt to collect money, ${name}`, () => {
    test('is open at first, knows its order, and is found again by its id', async () => {
      const wanted = attempt();
      const intent = await cards.createIntent(wanted);
      expect(intent).toEqual({
        id: expect.stringMatching(/^pi_[0-9A-Za-z]{24}$/),
        clientSecret: expect.stringMatching(/^pi_[0-9A-Za-z]{24}_secret_[0-9A-Za-z]{25}$/),
        status: 'open',
        amountCents: 240_000,
        currency: 'usd',
        createdAt: expect.any(Date),
        orderIds: [wanted.orders[0].orderId],
        refundedCents: 0,
        isDisputed: false,
        hasDeclined: false,
      });
      expect(await cards.getIntent(intent.id)).toEqual(intent);
    });

    test('knows how many cards were declined on it', async () => {
      const intent = await cards.createIntent(attempt());
      for (const number of ['4000000000000002', '4000000000009995'])
        await way.sandbox.payWithCard(intent.clientSecret, { number });
      expect([
        await cards.countDeclines(intent.id),
        await cards.getIntent(intent.id),
      ]).toMatchObject([2, { hasDeclined: true, status: 'open' }]);
      await pay(intent.clientSecret);
      expect([
        await cards.countDeclines(intent.id),
        await cards.getIntent(intent.id),
      ]).toMatchObject([2, { status: 'succeeded' }]);
    });

    test('is the same one when it is opened twice, also at the same moment', async () => {
      const wanted = attempt();
      const intents = await Promise.all([1, 2, 3, 4, 5].map(() => cards.createIntent(wanted)));
      expect(new Set(intents.map(({ id }) => id)).size).toBe(1);
    });

    test('is another one for the next attempt, and its key takes no other amount', async () => {
      const wanted = attempt();
      const first = await cards.createIntent(wanted);
      expect(
        (await cards.createIntent({ ...wanted, orders: [{ ...wanted.orders[0], attempt: 2 }] })).id,
      ).not.toBe(first.id);
      await expect(cards.createIntent({ ...wanted, amountCents: 100 })).rejects.toMatchObject({
        name: 'SpentKey',
        cause: expect.any(Stripe.errors.StripeIdempotencyError),
      });
    });

    test('is succeeded once paid, and a cancel that comes later is told so', async () => {
      const intent = await cards.createIntent(attempt());
      expect(await pay(intent.clientSecret)).toBe('succeeded');
      const paid = { ...intent, status: 'succeeded' };
      expect(await cards.getIntent(intent.id)).toEqual(paid);
      expect(await cards.cancelIntent(intent.id)).toEqual(paid);
    });

    test('is canceled for good, and a pay that comes later is refused', async () => {
      const intent = await cards.createIntent(attempt());
      const canceled = { ...intent, status: 'canceled' };
      expect(await cards.cancelIntent(intent.id)).toEqual(canceled);
      expect(await pay(intent.clientSecret)).toBe('payment_intent_unexpected_state');
      expect(await cards.cancelIntent(intent.id)).toEqual(canceled);
      expect(await cards.getIntent(intent.id)).toEqual(canceled);
    });

    test('is listed with those opened since a moment, newest first, a hundred at a time', async () => {
      const first = await cards.createIntent(attempt());
      await pay(first.clientSecret);
      await cards.refundPart(first.id, { amountCents: 1_000, key: randomUUID() });
      for (let made = 0; made < 100; made += 1) await cards.createIntent(attempt());
      const since = first.createdAt;
      const one = await cards.listIntents({ since });
      expect([one.intents.length, one.hasMore]).toEqual([100, true]);
      const other = await cards.listIntents({ since, after: one.intents.at(-1)?.id });
      const all = [...one.intents, ...other.intents];
      expect(all.find(({ id }) => id === first.id)).toMatchObject({
        status: 'succeeded',
        orderIds: first.orderIds,
        refundedCents: 1_000,
      });
      expect([new Set(all.map(({ id }) => id)).size, other.hasMore]).toEqual([all.length, false]);
      const times = all.map(({ createdAt }) => createdAt.getTime());
      expect(times).toEqual(times.toSorted((earlier, later) => later - earlier));
      expect((await cards.listIntents({ since, until: since })).intents).toEqual([]);
      const until = new Date(Math.max(...times) + 1_000);
      expect(await cards.listIntents({ since, until })).toEqual(one);
    });

    test('that nobody opened is undefined', async () => {
      expect(await cards.getIntent('pi_000000000000000000000000')).toBeUndefined();
      expect(await cards.cancelIntent('pi_000000000000000000000000')).toBeUndefined();
    });

    test('is refunded whole, once, however often it is asked for', async () => {
      const intent = await cards.createIntent(attempt());
      await pay(intent.clientSecret);
      await Promise.all([cards.refundWhole(intent.id), cards.refundWhole(intent.id)]);
      await cards.refundWhole(intent.id);
      expect((await cards.getIntent(intent.id))?.refundedCents).toBe(240_000);
      const { refunds } = await way.memory
        .withTables<{ 'card_sandbox.refunds': { id: string; payment_intent: string } }>()
        .selectFrom('card_sandbox.refunds')
        .select(({ fn }) => fn.countAll<number>().as('refunds'))
        .where('payment_intent', '=', intent.id)
        .executeTakeFirstOrThrow();
      expect(refunds).toBe(1);
    });

    test('is refunded in parts, each once, and a cancel that comes later is told how much went back', async () => {
      const intent = await cards.createIntent(attempt());
      await pay(intent.clientSecret);
      for (const key of ['first', 'first', 'second'])
        await cards.refundPart(intent.id, { amountCents: 10_000, key: `${intent.id}-${key}` });
      const paid = { ...intent, status: 'succeeded', refundedCents: 20_000 };
      expect(await cards.getIntent(intent.id)).toEqual(paid);
      expect(await cards.cancelIntent(intent.id)).toEqual(paid);
      await expect(
        cards.refundPart(intent.id, { amountCents: 230_000, key: `${intent.id}-third` }),
      ).rejects.toBeInstanceOf(RefundRefused);
    });

    test('tells every refund of it by its id, with the id that the shop gave it', async () => {
      const intent = await cards.createIntent(attempt());
      await pay(intent.clientSecret);
      expect(await cards.listRefunds(intent.id)).toEqual([]);
      const id = await cards.refundPart(intent.id, {
        amountCents: 10_000,
        key: `${intent.id}-ours`,
      });
      expect(await cards.listRefunds(intent.id)).toEqual([
        { id, amountCents: 10_000, hasFailed: false, key: `${intent.id}-ours` },
      ]);
    });

    test('tells every refund of it when there are more than a list of the provider holds', async () => {
      const intent = await cards.createIntent(attempt());
      await pay(intent.clientSecret);
      const made: string[] = [];
      for (let at = 0; at < 101; at += 1)
        made.push(await cards.refundPart(intent.id, { amountCents: 100, key: randomUUID() }));
      const told = await cards.listRefunds(intent.id);
      expect(told.map(({ id }) => id).toSorted()).toEqual(made.toSorted());
    });

    test('that was refunded under another key is a refund done', async () => {
      const intent = await cards.createIntent(attempt());
      await pay(intent.clientSecret);
      await cards.refundWhole(intent.id);
      await way.memory
        .withTables<{ 'card_sandbox.idempotency_keys': { key: string } }>()
        .deleteFrom('card_sandbox.idempotency_keys')
        .where('key', '=', `refund-${intent.id}`)
        .execute();
      await expect(cards.refundWhole(intent.id)).resolves.toBeUndefined();
    });
  });
}

/** The first attempt of an order of $2,400.00. */
export function attempt(orderId: string = randomUUID()) {
  return {
    orders: [{ orderId, attempt: 1 }],
    amountCents: 240_000,
    currency: 'usd',
    email: 'ada@example.com',
  } as const;
}
