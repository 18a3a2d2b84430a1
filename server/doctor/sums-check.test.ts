import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { dayMs } from '#contract/durations.ts';
import { dayOf } from '#contract/figure-rules.ts';
import type { Database } from '#server/shop.ts';
import { lookedAt } from '#test/doctor-report.ts';
import { expectInvariants } from '#test/invariants.ts';
import { partEditor } from '#test/part-editor.ts';
import { useShop } from '#test/use-shop.ts';
import { examineBooks } from './examine.ts';
import { repair } from './repair.ts';
import { atOnce, inSlices, sizesOn, type Walk } from './walk.ts';
import { sumsCheck } from './sums-check.ts';

const shop = await useShop();
const admin = await shop.person('Grace', { role: 'admin', tokenHours: 1000 });
const parts = await partEditor(shop, 'SC');
const disc = await parts.added({ type: 'brake-disc' });
const bolt = await parts.added();
const buyers = [];
for (const name of ['Ana', 'Ben']) buyers.push(await shop.person(name, { tokenHours: 1000 }));

/** Three days, of which each sells something; on the second one something of the first goes back. */
const days: string[] = [];
const sold: string[] = [];
const payments: string[] = [];
for (const [part, buyer] of [
  [disc, buyers[0]],
  [bolt, buyers[1]],
  [disc, buyers[1]],
] as const) {
  if (buyer === undefined) throw new Error('There are two buyers.');
  days.push(dayOf(shop.clock.now()));
  const order = await shop.order(buyer, part, 200);
  sold.push(order);
  payments.push(await shop.pay(buyer, order));
  if (days.length === 2)
    await shop.request('POST', `/api/order/${sold[0]}/refund`, {
      as: admin,
      body: { amount: 100, reason: 'Scratched', restock: false },
    });
  shop.clock.advance(dayMs);
}
const [first = '', second = '', third = ''] = days;
shop.clock.advance(2 * dayMs);
await shop.everyMinute();

const figures = async () =>
  (
    await shop.request('GET', `/api/admin/figures?from=${first}&to=${third}&by=day`, {
      as: admin,
    })
  ).body;
const right = await figures();

async function brokenDays(db: Database = shop.db, walk: Walk = atOnce) {
  const { cards, clock, paymentMark } = shop;
  const facts = { db, cards, clock, paymentMark, orderHoldHours: 72 };
  const findings = await examineBooks(facts, { walk });
  return findings.find(({ check }) => check.id === 'I15')?.rows?.map(({ id }) => id);
}

it('the doctor finds nothing in days that the shop summed up', async () => {
  expect(right.totals).toMatchObject({ orders: 3, paid: 7500, refunded: 100, newCustomers: 2 });
  await expectInvariants(shop);
});

it.each<[name: string, spoil: string, day: string]>([
  ['more orders', `update daily_sums set orders = orders + 1 where day = '${first}'`, first],
  ['fewer pieces', `update daily_sums set pieces = pieces - 1 where day = '${first}'`, first],
  [
    'a cent more',
    `update daily_sums set paid_cents = paid_cents + 1 where day = '${third}'`,
    third,
  ],
  [
    'a refund that was not made',
    `update daily_sums set refunded_cents = 1 where day = '${first}'`,
    first,
  ],
  ['a refund less', `update daily_sums set refunded_cents = 0 where day = '${second}'`, second],
  [
    'a new customer who is not new',
    `update daily_customers set paid_before = '-infinity' where day = '${third}'`,
    third,
  ],
  ['a payment more', `update daily_sums set payments = payments + 1 where day = '${first}'`, first],
  [
    'payments of a cent less',
    `update daily_sums set payments_cents = payments_cents - 1 where day = '${second}'`,
    second,
  ],
  ['no sums', `delete from daily_sums where day = '${second}'`, second],
  ['no sums before all others', `delete from daily_sums where day = '${first}'`, first],
  ['a part type less', `delete from daily_type_sums where day = '${second}'`, second],
  [
    'a part type that sold nothing',
    `insert into daily_type_sums values ('${first}', 'wiper', 1, 1, 1, 0)`,
    first,
  ],
  [
    'what a part type did not sell',
    `update daily_type_sums set paid_cents = paid_cents - 1 where day = '${third}'`,
    third,
  ],
])('the doctor names a day with %s, and sums it up again', async (_name, spoil, day) => {
  await sql.raw(spoil).execute(shop.db);
  const smallest = inSlices(async () => undefined, { first: 1, least: 1, most: 1, sliceMs: 1 });
  expect(await brokenDays()).toEqual([day]);
  expect(await brokenDays(shop.db, smallest)).toEqual([day]);
  expect(await repair(shop, await examineBooks(shop))).toEqual([
    { checkId: 'I15', rowId: day, done: true, sentence: 'It is summed up again.' },
  ]);
  expect({ ...(await figures()), summedAt: null }).toEqual({ ...right, summedAt: null });
  await expectInvariants(shop);
});

it('the page of the doctor says so, and that it can be repaired', async () => {
  await sql`update daily_sums set paid_cents = 0 where day = ${first}`.execute(shop.db);
  const its = (await lookedAt(shop, admin)).checks.find(({ _id }) => _id === 'I15');
  expect(its).toEqual({
    _id: 'I15',
    about: 'day',
    sentence: 'The sums of each day are those of its orders, payments and refunds.',
    status: 'broken',
    rows: [first],
    more: false,
    repairable: true,
    note: null,
  });
  await repair(shop, await examineBooks(shop));
  await expectInvariants(shop);
});

it('a refund that failed a minute ago is not broken: its day is summed up in the next one', async () => {
  const { dashboard } = shop.sandbox.sandbox;
  const made = await dashboard.refund(payments[1] ?? '', 5000);
  await shop.sandbox.sendEvents();
  const day = dayOf(shop.clock.now());
  shop.clock.advance(4 * dayMs);
  await shop.everyMinute();
  await dashboard.failRefund(made);
  await shop.sandbox.sendEvents();
  expect(await brokenDays()).toEqual([]);
  const before = await refundedOn(day);
  await shop.everyMinute();
  expect([before, await refundedOn(day)]).toEqual([50, 0]);
  await expectInvariants(shop);
});

async function refundedOn(day: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select refunded_cents as cents from daily_sums where day = ${day}`.execute(shop.db);
  return Number(rows[0]?.cents) / 100;
}

it('the doctor looks at few days at once, as each has many orders', async () => {
  const { db, cards, clock, paymentMark } = shop;
  const asked: number[] = [];
  const walk: Walk = (its, by, find) =>
    inSlices(async () => undefined, sizesOn.embedded)(its, by, (range) => {
      asked.push(range.length);
      return find(range);
    });
  await sql`insert into daily_sums select day, 0, 0, 0, 0, now() from generate_series(date '2024-01-01', date '2024-12-31', interval '1 day') day`.execute(
    db,
  );
  await sumsCheck.find({ db, cards, clock, paymentMark, orderHoldHours: 72 }, walk);
  expect(Math.max(...asked)).toBeLessThan(10);
});
