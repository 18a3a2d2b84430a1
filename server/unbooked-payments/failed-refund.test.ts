import { expect, test } from 'vitest';
import { dayMs, hourMs } from '#contract/durations.ts';
import { clearMoved, findMovedAt } from '#server/db/shop-facts.ts';
import { recordDatabaseUse } from '#server/start/database-use.ts';
import { useShop } from '#test/use-shop.ts';
import { mailsIn } from '#test/mailbox.ts';

const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin', tokenHours: 10_000 });
const { sandbox } = shop.sandbox;
await recordDatabaseUse(
  shop.db,
  { mode: 'demo', cardAccount: 'test' },
  { home: 'here', paymentMark: shop.paymentMark, now: shop.clock.now() },
);

const waiting = async () =>
  (await shop.request('GET', '/api/admin/unbooked-payments', { as: admin })).body;
const mails = async () => {
  const all = await mailsIn(shop.db, (any) => any);
  return all.filter(({ subject }) => subject === 'Card payments have no order here').length;
};

/** Money for an order that this database does not have; answers its id. */
async function paidWithoutOrder(): Promise<string> {
  const { id, clientSecret } = await shop.cards.createIntent({
    orders: [{ orderId: crypto.randomUUID(), attempt: 1 }],
    amountCents: 5000,
    currency: 'usd',
    email: 'ana@shop.test',
    shop: shop.paymentMark,
  });
  await sandbox.payWithCard(clientSecret, { number: '4242424242424242' });
  await sandbox.sendEvents();
  return id;
}

async function aDayLater(): Promise<void> {
  shop.clock.advance(dayMs);
  await shop.everyMinute();
}

/** Confirmed by an admin, and made by background work: within the day for which the provider knows an idempotency key, unless it is told otherwise. */
async function givenBack(id: string, later: () => Promise<void> = aDayLater): Promise<void> {
  const body = { ids: [id] };
  await shop.request('POST', '/api/admin/unbooked-payments/refund', { as: admin, body });
  await later();
  expect(await waiting()).toEqual([]);
}

test('a payment without an order waits for an admin again when its refund fails later', async () => {
  const id = await paidWithoutOrder();
  await aDayLater();
  expect(await mails()).toBe(1);
  expect(await findMovedAt(shop.db)).toBeDefined();
  await givenBack(id);
  await clearMoved(shop.db);
  const [refund] = await shop.cards.listRefunds(id);
  await sandbox.dashboard.failRefund(refund?.id ?? '');
  await sandbox.sendEvents();
  expect(await waiting()).toMatchObject([{ _id: id, amount: 50, state: 'paid' }]);
  await aDayLater();
  expect(await mails()).toBe(2);
  // No order is missing that was not known to be missing before.
  expect(await findMovedAt(shop.db)).toBeUndefined();
  await givenBack(id);
  expect((await shop.cards.getIntent(id))?.refundedCents).toBe(5000);
});

test('a refund that fails within the day is another one when an admin confirms it again', async () => {
  const id = await paidWithoutOrder();
  await aDayLater();
  const anHourLater = async () => {
    shop.clock.advance(hourMs);
    await shop.everyMinute();
  };
  await givenBack(id, anHourLater);
  const [refund] = await shop.cards.listRefunds(id);
  await sandbox.dashboard.failRefund(refund?.id ?? '');
  await sandbox.sendEvents();
  expect(await waiting()).toMatchObject([{ _id: id, state: 'paid' }]);
  await givenBack(id, anHourLater);
  expect((await shop.cards.getIntent(id))?.refundedCents).toBe(5000);
});

test('a payment without an order that a lost dispute took back does not wait again', async () => {
  const id = await paidWithoutOrder();
  await sandbox.dashboard.closeDispute(await sandbox.dashboard.dispute(id), 'lost');
  await sandbox.sendEvents();
  await givenBack(id);
  await shop.repeatEvents(1);
  expect(await waiting()).toEqual([]);
});
