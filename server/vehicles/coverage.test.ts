import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mostNamedVehicles } from '#contract/vehicle-limits.ts';
import type { VehicleCoverage } from '#contract/vehicles.ts';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type TestShop } from '#test/harness.ts';
import { partEditor } from '#test/part-editor.ts';

describe.each(engines)('the coverage of vehicles on the %s database', (engine) => {
  let shop: TestShop;
  let parts: Awaited<ReturnType<typeof partEditor>>;
  beforeAll(async () => {
    shop = await startShop({ database: await databaseOn(engine) });
    parts = await partEditor(shop, 'COV');
  });
  afterAll(() => shop.close());

  const coverage = async (): Promise<VehicleCoverage> =>
    (await shop.request('GET', '/api/admin/vehicles/coverage', { as: parts.admin })).body;
  const [unknown, wrong] = [
    { make: 'Wartburg', model: '353', yearFrom: 1966, yearTo: 1988 },
    { make: 'Volkswagen', model: 'Golf', yearFrom: 1960, yearTo: 1961 },
  ];

  test('counts parts on sale: a vehicle of deleted parts alone is none that anybody has to look at', async () => {
    const gone = await parts.added({ fitments: [unknown, wrong] });
    const kept = await parts.added({ fitments: [unknown] });
    const one = { parts: { count: 1, more: false } };
    expect((await coverage()).unknown).toMatchObject([{ ...unknown, parts: { count: 2 } }]);
    await parts.remove(gone);
    expect(await coverage()).toMatchObject({
      unknown: [{ ...unknown, ...one }],
      wrongYears: [],
      more: false,
    });
    await parts.remove(kept);
    expect(await coverage()).toMatchObject({ unknown: [], wrongYears: [], more: false });
  });

  test('names as many vehicles as it may, whatever deleted parts named before them', async () => {
    const gone = await parts.added({ fitments: [] });
    const there = await parts.added({ fitments: [] });
    for (const [id, first] of [
      [gone, 'A'],
      [there, 'B'],
    ])
      await sql`
        insert into fitments (part_id, make, model, year_from, year_to)
          select ${id}, 'Zastava', ${first}::text || lpad(n::text, 4, '0'), 1990, 1995 from generate_series(1, ${mostNamedVehicles + 1}) n`.execute(
        shop.db,
      );
    await parts.remove(gone);
    const { unknown: named, more } = await coverage();
    expect([named.length, named[0]?.model, more]).toEqual([mostNamedVehicles, 'B0001', true]);
    await sql`delete from fitments where part_id = ${there} and model = 'B0201'`.execute(shop.db);
    expect((await coverage()).more).toBe(false);
    await parts.remove(there);
    expect((await coverage()).unknown).toEqual([]);
  });
});
