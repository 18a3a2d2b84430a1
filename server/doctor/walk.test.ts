import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { dayMs } from '#contract/durations.ts';
import type { Database } from '#server/shop.ts';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop } from '#test/harness.ts';
import { expectInvariants } from '#test/invariants.ts';
import { varyOrders } from '#test/varied-orders.ts';
import { examineBooks } from './examine.ts';
import { atOnce, inSlices, type Walk } from './walk.ts';

/** Tables with what a fault may write into their columns, as SQL. */
const faults: readonly (readonly [table: string, ...changes: string[]])[] = [
  ['parts', 'in_stock = in_stock + 1', 'in_stock = -1'],
  ['stock_ledger', 'delta = delta + 1', "reason = 'adjustment'", 'part_id = gen_random_uuid()'],
  [
    'orders',
    'quantity = quantity + 1',
    "state = 'paid'",
    "state = 'cancelled'",
    'total_cents = total_cents - 1',
    'refunded_cents = refunded_cents + 1',
    'restocked_quantity = restocked_quantity + 1',
    'shipped_quantity = shipped_quantity + 1',
    'refunded_quantity = refunded_quantity + 1',
    'transaction_id = null',
    'disputed_since = created_at',
    'user_id = gen_random_uuid()',
    'part_id = (select min(part_id::text)::uuid from orders)',
    'batch_id = (select min(id::text)::uuid from batches)',
  ],
  ['shipments', 'quantity = quantity + 1', 'number = number + 1'],
  ['payments', "state = 'refunded'", "state = 'kept'", 'amount_cents = amount_cents + 1'],
  ['payment_lines', "state = 'returned'", "state = 'kept'", 'amount_cents = amount_cents + 1'],
  ['refunds', "state = 'replaced'", 'amount_cents = 1', "source = 'returned'", 'intent_id = 1'],
  [
    'mail_outbox',
    "event_key = 'order-other'",
    'event_key = (select max(event_key) from mail_outbox)',
  ],
  [
    'order_events',
    "kind = 'placed'",
    "kind = 'paid'",
    'order_id = (select min(order_id::text)::uuid from order_events)',
  ],
  ['documents', 'number = number + 1', 'number = 1', "kind = 'credit-note'"],
  ['fit_votes', 'user_id = gen_random_uuid()', "verdict = 'with changes'"],
  ['fit_counts', 'fits = fits + 1', 'changes = 1', "doubted = 'x'", "claims = '[]'"],
  ['daily_sums', 'orders = orders + 1', 'day = day - 40'],
  ['daily_customers', 'customers = customers + 1', 'day = day - 40'],
  ['daily_type_sums', 'paid_cents = paid_cents + 1', "type_id = 'x'", 'day = day + 1'],
  ['reviews', 'part_id = gen_random_uuid()', 'order_id = (select max(id::text)::uuid from orders)'],
];

/** A change of some rows of a table, or their end: those whose digest begins so. */
const fault = fc
  .constantFrom(...faults)
  .chain(([table, ...changes]) =>
    fc.tuple(
      fc.constant(table),
      fc.constantFrom('', ...changes),
      fc.integer({ min: 1, max: 12 }),
      fc.nat(),
    ),
  )
  .map(([table, change, share, salt]) => {
    const some = `where abs(hashtext(t::text || '${salt}')) % 16 < ${share}`;
    return change === ''
      ? `delete from ${table} t ${some}`
      : `update ${table} t set ${change} ${some}`;
  });

describe.each(engines)('on the %s engine', async (engine) => {
  const shop = await startShop({ database: await databaseOn(engine) });
  afterAll(() => shop.close());
  const admin = await shop.person('Grace', { role: 'admin' });
  await varyOrders(shop, admin);
  // Sums of days that are over.
  shop.clock.advance(3 * dayMs);
  await shop.everyMinute();

  it(
    'the doctor finds the same at once and in slices, whatever is wrong',
    { timeout: 240_000 },
    async () => {
      let broken = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(fault, { minLength: 1, maxLength: 4 }),
          fc.integer({ min: 1, max: 4 }),
          async (spoiled, size) => {
            await undone(shop.db, async (tx) => {
              for (const statement of spoiled) await sql.raw(statement).execute(tx);
              const whole = await found(tx, atOnce);
              expect(
                await found(
                  tx,
                  inSlices(async () => undefined, {
                    first: size,
                    least: size,
                    most: size,
                    sliceMs: 1,
                  }),
                ),
              ).toEqual(whole);
              broken += whole.length;
            });
          },
        ),
        { numRuns: 60 },
      );
      expect(broken).toBeGreaterThan(60);
      await expectInvariants(shop);
    },
  );

  async function found(db: Database, walk: Walk): Promise<string[][]> {
    const { cards, clock, paymentMark } = shop;
    const facts = { db, cards, clock, paymentMark, orderHoldHours: 72 };
    const findings = await examineBooks(facts, { walk });
    return findings
      .map(({ check, rows, note }) => {
        if (rows === undefined) throw new Error(`${check.id}: ${note}`);
        return [check.id, ...rows.map(({ id }) => id).toSorted()];
      })
      .filter(([, ...rows]) => rows.length > 0);
  }
});

/** Without what would refuse faults; afterwards everything is as before. */
async function undone(db: Database, work: (tx: Database) => Promise<void>): Promise<void> {
  const end = new Error('undone');
  await db
    .transaction()
    .execute(async (tx) => {
      await sql.raw(lawless).execute(tx);
      await work(tx);
      throw end;
    })
    .catch((error: unknown) => {
      if (error !== end) throw error;
    });
}

const lawless = `do $$ declare its record; begin
  for its in select conrelid::regclass as table, conname as name from pg_constraint
      where connamespace = 'public'::regnamespace and conrelid <> 0 and contype <> 'n' order by contype = 'f' desc, contype = 'p' loop
    execute format('alter table %s drop constraint %I cascade', its.table, its.name);
  end loop;
  for its in select indexrelid::regclass as name from pg_index join pg_class on pg_class.oid = indexrelid
      where indisunique and relnamespace = 'public'::regnamespace loop
    execute format('drop index %s', its.name);
  end loop;
  for its in select tgrelid::regclass as table from pg_trigger where not tgisinternal group by 1 loop
    execute format('alter table %s disable trigger user', its.table);
  end loop;
end $$`;
