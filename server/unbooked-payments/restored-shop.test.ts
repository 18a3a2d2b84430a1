import { rmSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { hourMs, minuteMs } from '#contract/durations.ts';
import { openDatabase } from '#server/db/open.ts';
import { examine } from '#server/doctor/examine.ts';
import { homeOf } from '#server/db/database-home.ts';
import { recordDatabaseUse } from '#server/start/database-use.ts';
import { sandboxes } from '#server/start/third-party-config.ts';
import { copyFolder, freshDatabase, freshDataDir, temporaryFolder } from '#test/database.ts';
import { runningClock, startShop, type Person, type TestShop } from '#test/harness.ts';
import { expectInvariants } from '#test/invariants.ts';
import { samplePart } from '#test/samples.ts';
import { listenAsStripe, standInKeys } from '#test/stripe-stand-in.ts';
import { clearMoved } from '#server/db/shop-facts.ts';

const sinceBackup = 30;

const clock = runningClock();
const memory = await freshDatabase();
const stripe = await listenAsStripe({ db: memory.db, clock });
const folders: string[] = [];
afterAll(async () => {
  await stripe.close();
  await memory.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Opens a shop on a folder, as a start does. Its orders are paid at the one provider that all shops here share. */
async function openShop(dataDir: string): Promise<TestShop> {
  folders.push(dataDir);
  const database = await openDatabase({ dataDir, relaxedSync: true });
  const shop = await startShop({
    database,
    clock,
    thirdParties: { ...sandboxes, cards: { ...standInKeys, standIn: stripe.address } },
  });
  await recordDatabaseUse(
    shop.db,
    { mode: 'demo', cardAccount: 'test' },
    { home: await homeOf(database, dataDir), paymentMark: shop.paymentMark, now: clock.now() },
  );
  return shop;
}

async function openPayment(shop: TestShop, buyer: Person, orderId: string) {
  const { clientSecret } = (
    await shop.request('POST', '/api/create-payment-intent', {
      as: buyer,
      body: { price: 2500, orderId },
    })
  ).body;
  const pay = () => stripe.sandbox.payWithCard(clientSecret, { number: '4242424242424242' });
  return { id: String(clientSecret).split('_secret_')[0] ?? '', pay };
}

async function minutes(shop: TestShop, count: number): Promise<void> {
  for (let minute = 0; minute < count; minute += 1) {
    clock.advance(minuteMs);
    await shop.everyMinute();
  }
}

const refundsAtProvider = async (): Promise<number> =>
  (
    await memory.db
      .withTables<{ 'card_sandbox.refunds': { id: string } }>()
      .selectFrom('card_sandbox.refunds')
      .select('id')
      .execute()
  ).length;

const booksOf = ({ db, backgroundCards: cards, paymentMark }: TestShop) => ({
  db,
  cards,
  clock,
  paymentMark,
  orderHoldHours: 72,
});

const brokenChecks = async (shop: TestShop): Promise<string[]> =>
  (await examine(booksOf(shop), { mostPayments: 1_000 }))
    .filter(({ rows }) => rows === undefined || rows.length > 0)
    .map(({ check }) => check.id);

test('a backup that is opened beside its shop refunds nothing; restored in its place it names all that is missing, and gives it back when an admin says so', async () => {
  const home = await freshDataDir();
  let live = await openShop(home);
  const admin = await live.person('Ada Admin', { role: 'admin' });
  const ana = await live.person('Ana Duarte');
  const disc = await samplePart(live.db, { inStock: 1_000_000 });
  const [paidLater, cancelledInCopy] = [
    await live.order(ana, disc, 200),
    await live.order(ana, disc, 200),
  ];
  const [first, second] = [
    await openPayment(live, ana, paidLater),
    await openPayment(live, ana, cancelledInCopy),
  ];
  await live.close();
  const backup = temporaryFolder('backup');
  copyFolder(home, backup);

  // The shop goes on selling.
  live = await openShop(home);
  const buyers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => live.person(`Buyer ${at}`)),
  );
  for (let at = 0; at < sinceBackup; at += 1) {
    const buyer = buyers[at % buyers.length] ?? ana;
    const orderId = await live.order(buyer, disc, 200);
    await (await openPayment(live, buyer, orderId)).pay();
  }

  // Somebody opens the backup beside it, where an order is cancelled that the shop's customer pays.
  const copy = await openShop(backup);
  await copy.db
    .updateTable('payments')
    .set({ state: 'canceled' })
    .where('intent_id', '=', second.id)
    .execute();
  await copy.request('DELETE', `/api/order?id=${cancelledInCopy}`, { as: ana });
  await first.pay();
  await second.pay();
  await minutes(copy, 5);
  await minutes(live, 2);
  expect(await refundsAtProvider()).toBe(0);
  expect(await brokenChecks(live)).toEqual([]);

  // The shop's disk dies: the copy is the shop from now on.
  await live.close();
  expect(await brokenChecks(copy)).toContain('unbooked');
  const listed = (await copy.request('GET', '/api/admin/unbooked-payments', { as: admin })).body;
  expect(listed).toHaveLength(sinceBackup);
  expect((await copy.request('GET', `/api/orders/${paidLater}`, { as: ana })).body.paid).toBe(true);
  clock.advance(hourMs);
  await minutes(copy, 3);
  expect(await refundsAtProvider()).toBe(0);
  const ids = listed.map(({ _id }: { _id: string }) => _id);
  const confirmed = await copy.request('POST', '/api/admin/unbooked-payments/refund', {
    as: admin,
    body: { ids },
  });
  expect(confirmed.body).toMatchObject({ confirmed: sinceBackup, amount: 2500 * sinceBackup });
  // A hundred a minute.
  await minutes(copy, Math.ceil(sinceBackup / 100) + 1);
  expect(await refundsAtProvider()).toBe(sinceBackup);
  await clearMoved(copy.db);
  await minutes(copy, 2);
  expect(await refundsAtProvider()).toBe(sinceBackup + 1);
  await expectInvariants(booksOf(copy));
  await copy.close();
}, 180_000);
