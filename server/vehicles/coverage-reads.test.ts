import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { mostNamedVehicles } from '#contract/vehicle-limits.ts';
import type { VehicleCoverage } from '#contract/vehicles.ts';
import { countRowsRead } from '#test/count-rows-read.ts';
import { recordStatements } from '#test/recorded-statements.ts';
import { useShop } from '#test/use-shop.ts';
import { vehicleCoverage } from './coverage.ts';

const shop = await useShop();

afterEach(async () => {
  await sql`delete from fitments`.execute(shop.db);
  await sql`delete from parts`.execute(shop.db);
});

/** Parts of a vehicle that nobody knows; with the `archived` first of them deleted. */
async function addParts({ parts, archived = 0 }: { parts: number; archived?: number }) {
  await sql`
    insert into parts (id, name, description, image, price_cents, order_quantity, in_stock, created_at, updated_at, fitments_as_of, archived_at)
      select lpad(n::text, 32, '0')::uuid, 'Part ' || n, '', '/pictures/x.webp', 100, 100, 100, now(), now(), now(), case when n <= ${archived}::int then now() end
        from generate_series(1, ${parts}::int) n`.execute(shop.db);
  await sql`
    insert into fitments (part_id, make, model, year_from, year_to)
      select id, 'Wartburg', '353', 1966, 1988 from parts`.execute(shop.db);
  await sql`vacuum analyze parts`.execute(shop.db);
  await sql`vacuum analyze fitments`.execute(shop.db);
}

async function readFor(work: () => Promise<unknown>): Promise<number> {
  const before = await countRowsRead(shop.db);
  await work();
  return (await countRowsRead(shop.db)) - before;
}

test('no more parts are looked at when so many are on sale as are counted', async () => {
  await addParts({ parts: 190 });
  let coverage: VehicleCoverage | undefined;
  const read = await readFor(async () => (coverage = await vehicleCoverage(shop.db)));
  expect(coverage?.unknown).toMatchObject([{ parts: { count: 50, more: true } }]);
  expect(read).toBeLessThan(60);
});

test('a vehicle of which only deleted parts are met is none that can be looked at, but there may be more', async () => {
  await addParts({ parts: 101, archived: 101 });
  expect(await vehicleCoverage(shop.db)).toMatchObject({ unknown: [], more: true });
});

test('where most are deleted there are at least as many as were met', async () => {
  await addParts({ parts: 101, archived: 90 });
  const counted = { parts: { count: 10, more: true } };
  expect(await vehicleCoverage(shop.db)).toMatchObject({ unknown: [counted], more: false });
});

test('more vehicles than are named, all of parts on sale, are asked for once', async () => {
  await addParts({ parts: 1 });
  await sql`
    insert into fitments (part_id, make, model, year_from, year_to)
      select id, 'Zastava', lpad(n::text, 4, '0'), 1990, 1995 from parts, generate_series(1, ${mostNamedVehicles * 2}::int) n`.execute(
    shop.db,
  );
  let coverage: VehicleCoverage | undefined;
  const statements = await recordStatements(
    async () => (coverage = await vehicleCoverage(shop.db)),
  );
  expect([coverage?.unknown.length, coverage?.more]).toEqual([mostNamedVehicles, true]);
  expect(statements.filter(({ text }) => text.includes('jsonb_to_recordset'))).toHaveLength(1);
});
