import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { dayMs, minuteMs } from '#contract/durations.ts';
import { dayOf } from '#contract/figure-rules.ts';
import { RefundRefused } from '#server/third-parties/cards/port.ts';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';
import { sumUpDays } from './sum-up.ts';

const shop = await useShop();
const admin = await shop.person('Ada', { role: 'admin', tokenHours: 200_000 });
const buyer = await shop.person('Bea', { tokenHours: 200_000 });

it('a payment that was under way at midnight counts, also where the shop stopped right after it', async () => {
  const order = await shop.order(buyer, await samplePart(shop.db), 200);
  const day = dayOf(shop.clock.now());
  shop.clock.advance(Date.parse(day) + dayMs + minuteMs - shop.clock.now().getTime());
  await shop.everyMinute();
  // Its moment is one of the day that is summed up already.
  shop.clock.advance(-2 * minuteMs);
  await shop.pay(buyer, order);
  shop.clock.advance(4 * dayMs);
  await shop.everyMinute();
  const { body } = await shop.request('GET', `/api/admin/figures?from=${day}&to=${day}`, {
    as: admin,
  });
  expect(body.totals).toMatchObject({ orders: 1, paid: 2500, newCustomers: 1 });
});

it('a refund that the card provider refuses, and that is tried every minute, does not have its day summed up again each time', async () => {
  const order = await shop.order(buyer, await samplePart(shop.db), 200);
  await shop.pay(buyer, order);
  const day = dayOf(shop.clock.now());
  const refused = vi.spyOn(shop.cards, 'refundPart').mockRejectedValue(new RefundRefused('no'));
  const body = { amount: 100, reason: 'Scratched', restock: false };
  await shop.request('POST', `/api/order/${order}/refund`, { as: admin, body });
  shop.clock.advance(3.5 * dayMs);
  await shop.everyMinute();
  const summedAt = async () => {
    const { rows } = await sql<{ refunded: number; at: Date }>`
      select refunded_cents as refunded, summed_at as at from daily_sums where day = ${day}::date`.execute(
      shop.db,
    );
    return rows;
  };
  const before = await summedAt();
  expect(before).toMatchObject([{ refunded: 10_000 }]);
  shop.clock.advance(minuteMs);
  await shop.everyMinute();
  expect(refused.mock.calls.length).toBeGreaterThan(1);
  expect(await summedAt()).toEqual(before);
  refused.mockRestore();
});

it('while there is much to sum up, says up to when the sums are complete', async () => {
  const summedAt = async () =>
    (await shop.request('GET', '/api/admin/figures', { as: admin })).body.summedAt;
  await shop.everyMinute();
  const before = shop.clock.now().toISOString();
  expect(await summedAt()).toBe(before);
  // More than a minute's work.
  shop.clock.advance(11 * 365 * dayMs);
  expect(await summedAt()).toBe(before);
  await shop.everyMinute();
  // 120 times 31 days.
  const complete = Date.parse(dayOf(new Date(before))) + 120 * 31 * dayMs;
  expect(await summedAt()).toBe(new Date(complete).toISOString());
  await shop.everyMinute();
  expect(await summedAt()).toBe(shop.clock.now().toISOString());
});

// The embedded database runs one transaction after another.
describe.runIf(engines.includes('server'))('while another copy makes all sums anew', () => {
  it('the page shows those that there are, and up to when they are complete', async () => {
    const database = await databaseOn('server');
    const both = await startShop({ database });
    const ada = await both.person('Ada', { role: 'admin', tokenHours: 1000 });
    await both.everyMinute();
    const before = both.clock.now().toISOString();
    both.clock.advance(minuteMs);
    const rebuilding = await both.db.startTransaction().execute();
    await sql`lock table daily_sums in share row exclusive mode`.execute(rebuilding);
    await sql`delete from daily_sums`.execute(rebuilding);
    for (const [path, shown] of [
      ['', { summedAt: before }],
      ['/best-sellers', []],
    ] as const) {
      const { status, body } = await both.request('GET', `/api/admin/figures${path}`, { as: ada });
      expect([status, body]).toMatchObject([200, shown]);
    }
    // The copies have no error: the next round finds the sums made.
    await sumUpDays(both);
    await rebuilding.rollback().execute();
    await both.close();
  });
});
