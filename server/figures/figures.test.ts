import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { dayMs, hourMs } from '#contract/durations.ts';
import { dayAfter, dayOf, groupings, rangeBefore, type DayRange } from '#contract/figure-rules.ts';
import type { Figures } from '#contract/figures.ts';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import type { Database } from '#server/shop.ts';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type Person, type TestShop } from '#test/harness.ts';
import { expectInvariants } from '#test/invariants.ts';
import { samplePart } from '#test/samples.ts';
import { modelBestSellers, modelFigures, type SoldOrder } from '#test/figure-model.ts';

/** A short form in `npm test`; `HISTORIES=100` is a long one. */
const runs = Number(process.env['HISTORIES'] ?? 6);
const seed = Number(process.env['SEED'] ?? 20_261_125);

const customer = fc.nat(3);
const which = fc.nat(50);
const steps = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('buy'),
        customer,
        part: fc.nat(2),
        lots: fc.integer({ min: 1, max: 5 }),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('wait'), hours: fc.integer({ min: 1, max: 70 }) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('refund'),
        which,
        percent: fc.integer({ min: 1, max: 100 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('refundElsewhere'),
        which,
        percent: fc.integer({ min: 1, max: 100 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('failRefund'), which }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('minute') }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('look'),
        back: fc.nat(20),
        days: fc.integer({ min: 1, max: 40 }),
        by: fc.constantFrom(...groupings),
      }),
    },
  ),
  { minLength: 12, maxLength: 30 },
);
type Step = typeof steps extends fc.Arbitrary<(infer One)[]> ? One : never;

interface Scene {
  readonly shop: TestShop;
  readonly admin: Person;
  readonly customers: readonly Person[];
  readonly parts: readonly { readonly id: string; readonly type: string | null }[];
  readonly sold: SoldOrder[];
}

async function take({ shop, admin, customers, parts, sold }: Scene, step: Step): Promise<void> {
  const today = dayOf(shop.clock.now());
  const chosen = 'which' in step ? sold[step.which % Math.max(1, sold.length)] : undefined;
  if (step.kind === 'wait' && 'hours' in step) shop.clock.advance(step.hours * hourMs);
  if (step.kind === 'minute') await shop.everyMinute();
  if (step.kind === 'buy' && 'lots' in step) {
    const buyer = customers[step.customer] as Person;
    const part = parts[step.part] as Scene['parts'][number];
    const id = await shop.order(buyer, part.id, step.lots * 100);
    const intent = await shop.pay(buyer, id);
    const cents = step.lots * 100 * 1250;
    sold.push({
      id,
      intent,
      day: today,
      customer: buyer.userId,
      part: part.id,
      type: part.type,
      pieces: step.lots * 100,
      cents,
      refunds: [],
    });
  }
  if (chosen === undefined) return;
  const left =
    chosen.cents - chosen.refunds.reduce((sum, { cents, counts }) => sum + (counts ? cents : 0), 0);
  const share = 'percent' in step ? Math.max(1, Math.round((left * step.percent) / 100)) : 0;
  if (step.kind === 'refund' && left > 0) {
    const body = { amount: share / 100, reason: 'model', restock: false };
    const { status } = await shop.request('POST', `/api/order/${chosen.id}/refund`, {
      as: admin,
      body,
    });
    // Of what a card did not take no more is asked for.
    if (status === 200)
      chosen.refunds.push({ day: today, cents: share, counts: true, by: 'admin' });
  }
  const { dashboard } = shop.sandbox.sandbox;
  const given = chosen.refunds
    .filter(({ fails }) => !fails)
    .reduce((sum, { cents }) => sum + cents, 0);
  if (step.kind === 'refundElsewhere' && left > 0 && given + share <= chosen.cents) {
    const id = await dashboard.refund(chosen.intent, share);
    await shop.sandbox.sendEvents();
    chosen.refunds.push({ day: today, cents: share, counts: true, by: 'provider', id });
  }
  if (step.kind === 'failRefund') {
    const made = chosen.refunds.find(({ id, fails }) => id !== undefined && !fails);
    if (made?.id === undefined) return;
    await dashboard.failRefund(made.id);
    await shop.sandbox.sendEvents();
    // The provider's own counts no longer.
    Object.assign(made, { fails: true, counts: false });
  }
}

async function figures({ shop, admin }: Scene, range: DayRange, by = 'day'): Promise<Figures> {
  const query = new URLSearchParams({ ...range, by }).toString();
  const { status, body } = await shop.request('GET', `/api/admin/figures?${query}`, { as: admin });
  expect(status).toBe(200);
  return body;
}

async function compare(scene: Scene, range: DayRange, by: Figures['by']): Promise<void> {
  const shown = await figures(scene, range, by);
  const { totals, periods, before, periodsBefore, types } = modelFigures(scene.sold, range, by);
  expect(shown.totals).toEqual(totals);
  expect(shown.periods).toEqual(periods);
  expect(shown.before).toEqual({ ...rangeBefore(range), ...before });
  expect(shown.periodsBefore).toEqual(periodsBefore);
  expect(
    shown.types.map(({ type, orders, pieces, paid, refunded }) => ({
      type,
      orders,
      pieces,
      paid,
      refunded,
    })),
  ).toEqual(types);
}

async function compareBestSellers({ shop, admin, sold }: Scene, range: DayRange): Promise<void> {
  const query = new URLSearchParams({ ...range }).toString();
  const { body } = await shop.request('GET', `/api/admin/figures/best-sellers?${query}`, {
    as: admin,
  });
  expect(body).toEqual(
    modelBestSellers(sold, range).map((its) => ({ ...its, name: expect.any(String) })),
  );
}

/** What the table of orders shows, added up. */
async function compareWithList({ shop, admin, sold }: Scene): Promise<void> {
  const rows: { paid: boolean; total: number; refundedTotal: number; quantity: number }[] = (
    await shop.request('GET', '/api/order?limit=1000', { as: admin })
  ).body;
  const paid = rows.filter((row) => row.paid);
  const cents = (of: (row: (typeof rows)[number]) => number) =>
    paid.reduce((sum, row) => sum + Math.round(of(row) * 100), 0);
  const now = dayOf(shop.clock.now());
  const [first = now] = sold.map(({ day }) => day).toSorted();
  const { totals } = await figures({ shop, admin } as Scene, { from: first, to: now });
  expect([totals.orders, totals.pieces]).toEqual([
    paid.length,
    paid.reduce((sum, { quantity }) => sum + quantity, 0),
  ]);
  expect(Math.round(totals.paid * 100)).toBe(cents(({ total }) => total));
  expect(Math.round(totals.refunded * 100)).toBe(cents(({ refundedTotal }) => refundedTotal));
}

async function giveType(db: Database, id: string, type: string): Promise<void> {
  await sql`update parts set type_id = ${type}, category_id = (select category_id from part_types where id = ${type}) where id = ${id}`.execute(
    db,
  );
}

async function live(shop: TestShop, history: readonly Step[], sold: SoldOrder[]): Promise<void> {
  const account = { tokenHours: 100_000 };
  const admin = await shop.person('Ada', { role: 'admin', ...account });
  const customers = [];
  for (const name of ['Bea', 'Cem', 'Dan', 'Eva']) customers.push(await shop.person(name, account));
  const parts = [];
  for (const type of ['brake-disc', 'brake-pad-set', null]) {
    const id = await samplePart(shop.db, { inStock: 1_000_000, orderQuantity: 100 });
    if (type !== null) await giveType(shop.db, id, type);
    parts.push({ id, type });
  }
  const scene = { shop, admin, customers, parts, sold };
  for (const step of history) {
    await take(scene, step);
    if (step.kind !== 'look' || !('days' in step)) continue;
    const to = dayAfter(dayOf(shop.clock.now()), -step.back);
    const range = { from: dayAfter(to, 1 - step.days), to };
    await compare(scene, range, step.by);
    await compareBestSellers(scene, range);
    // Asked for again and again, while more is sold.
    const year = to.slice(0, 4);
    await compareBestSellers(scene, { from: `${year}-01-01`, to: `${year}-12-31` });
  }
  await compareWithList(scene);
  shop.clock.advance(3 * dayMs);
  await shop.everyMinute();
  await compareWithList(scene);
}

describe.each(engines)('the figures of any history of orders and refunds (%s)', (engine) => {
  it('are those of a plain model, and of the list of orders', { timeout: 600_000 }, async () => {
    const shop = await startShop({ database: await databaseOn(engine) });
    await storeTaxonomy(shop.db);
    const sold: SoldOrder[] = [];
    try {
      await fc.assert(
        fc.asyncProperty(steps, (history) => live(shop, history, sold)),
        { numRuns: runs, seed, endOnFailure: true },
      );
      await expectInvariants(shop);
      expect(sold.length).toBeGreaterThan(0);
    } finally {
      await shop.close();
    }
  });
});
