import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { dayMs } from '#contract/durations.ts';
import { dayAfter, dayOf } from '#contract/figure-rules.ts';
import { openDatabase } from '#server/db/open.ts';
import { freshDataDir } from './database.ts';
import { runningClock, startShop, type TestShop } from './harness.ts';
import { expectInvariants } from './invariants.ts';
import { partEditor } from './part-editor.ts';
import { runAdmin } from './run-admin.ts';
import { samplePart } from './samples.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let dataDir: string;
/** A week ago. */
const first = dayOf(new Date(Date.now() - 7 * dayMs));
const second = dayAfter(first, 2);

beforeAll(async () => {
  dataDir = await freshDataDir();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Opens the shop of the data folder, whose clock is that of the machine, and closes it after the work. */
async function inShop<Result>(work: (shop: TestShop) => Promise<Result>): Promise<Result> {
  const database = await openDatabase({ dataDir, relaxedSync: true });
  const shop = await startShop({ database, clock: runningClock() });
  try {
    return await work(shop);
  } finally {
    await shop.close();
  }
}

/** Two days on which something is sold; on the second one some of the first goes back. Then it is today. */
async function liveAWeek(shop: TestShop): Promise<void> {
  const disc = await (await partEditor(shop, 'RS')).added({ type: 'brake-disc' });
  shop.clock.advance(-7 * dayMs);
  const account = { tokenHours: 1000 };
  const [admin, ana, ben] = [
    await shop.person('Ada', { role: 'admin', ...account }),
    await shop.person('Ana', account),
    await shop.person('Ben', account),
  ];
  const sold = await shop.order(ana, disc, 300);
  await shop.pay(ana, sold);
  shop.clock.advance(2 * dayMs);
  await shop.pay(ana, await shop.order(ana, await samplePart(shop.db), 200));
  await shop.pay(ben, await shop.order(ben, disc, 400));
  await shop.request('POST', `/api/order/${sold}/refund`, {
    as: admin,
    body: { amount: 99.9, reason: 'Scratched', restock: false },
  });
  shop.clock.advance(5 * dayMs);
  await shop.everyMinute();
  await expectInvariants(shop);
}

/** What the overview shows of these days, but not when they were summed up. */
async function shown(shop: TestShop) {
  const admin = await shop.person('Ada', { role: 'admin' });
  const { summedAt: _, ...figures } = (
    await shop.request('GET', `/api/admin/figures?from=${first}&to=${second}&by=day`, { as: admin })
  ).body;
  return figures;
}

/** Of the days that are over, what their payments collected. */
async function payments(shop: TestShop) {
  const { rows } = await sql<{ payments: number | null }>`
    select day::text, payments, payments_cents from daily_sums where day between ${first} and ${second} order by day`.execute(
    shop.db,
  );
  return rows;
}

async function countDays(shop: TestShop): Promise<number> {
  const { rows } = await sql`select from daily_sums`.execute(shop.db);
  return rows.length;
}

const spoils = [
  `update daily_sums set paid_cents = paid_cents + 1 where day = '${first}'`,
  `update daily_sums set payments = 7, payments_cents = 7 where day = '${first}'`,
  `update daily_type_sums set pieces = 7 where type_id = 'brake-disc'`,
  `insert into daily_type_sums values ('${second}', 'wiper', 1, 1, 1, 0)`,
  `update daily_customers set customers = 9`,
  `insert into daily_customers values ('${second}', '${dayAfter(first, -3)}', 4)`,
  `delete from daily_sums where day = '${second}'`,
  // Of a day before anything was sold.
  `insert into daily_sums values ('${dayAfter(first, -3)}', 1, 1, 1, 0, now())`,
];

test('npm run admin -- rebuild-sums makes sums right that were changed, deleted or made up', async () => {
  await inShop(liveAWeek);
  const [right, days, paid] = await inShop(
    async (shop) => [await shown(shop), await countDays(shop), await payments(shop)] as const,
  );
  expect(paid.map((day) => day.payments)).toContain(2);
  expect(right.totals).toMatchObject({ orders: 3, paid: 11_250, refunded: 99.9, newCustomers: 2 });
  const wrong = await inShop(async (shop) => {
    for (const spoil of spoils) await sql.raw(spoil).execute(shop.db);
    return shown(shop);
  });
  expect(wrong).not.toEqual(right);
  expect(await runAdmin(['rebuild-sums'], { DATA_DIR: dataDir })).toEqual({
    code: 0,
    out: expect.stringMatching(/^The sums of \d+ days are made anew\.$/),
    err: '',
  });
  await inShop(async (shop) => {
    // One more where it was midnight meanwhile. The overview would sum up days that are missing, so it is asked later.
    expect([days, days + 1]).toContain(await countDays(shop));
    expect(await payments(shop)).toEqual(paid);
    expect(await shown(shop)).toEqual(right);
    await expectInvariants(shop);
  });
});
