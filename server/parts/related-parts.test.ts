import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type TestShop } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';

const golf = { make: 'Volkswagen', model: 'Golf', from: 2015, to: 2021 };

describe.each(engines)('related parts on the %s database', (engine) => {
  let shop: TestShop;
  let days = 0;
  beforeAll(async () => {
    shop = await startShop({ database: await databaseOn(engine) });
    await storeTaxonomy(shop.db);
  });
  afterAll(() => shop.close());

  /** A brake disc a day newer than the one before. */
  async function disc(
    name: string,
    facts: { type?: string | null; vehicles?: readonly (typeof golf)[]; inStock?: number } = {},
  ): Promise<string> {
    const { type = 'brake-disc', vehicles = [], inStock = 1000 } = facts;
    const createdAt = new Date(Date.UTC(2026, 0, (days += 1)));
    const id = await samplePart(shop.db, { name, inStock, createdAt });
    await sql`update parts set type_id = ${type},
      category_id = (select category_id from part_types where id = ${type}) where id = ${id}`.execute(
      shop.db,
    );
    for (const { make, model, from, to } of vehicles)
      await sql`insert into fitments (part_id, make, model, year_from, year_to)
        values (${id}, ${make}, ${model}, ${from}, ${to})`.execute(shop.db);
    return id;
  }
  const related = async (id: string): Promise<string[]> =>
    (await shop.request('GET', `/api/parts/${id}/related`)).body.map(
      ({ name }: { name: string }) => name,
    );

  test('are of the same type; first those for the same vehicles, then those in stock, then the newest', async () => {
    const id = await disc('This one', { vehicles: [{ ...golf, make: 'Audi' }, golf] });
    await disc('Same years', { vehicles: [{ ...golf, from: 2021, to: 2024 }], inStock: 100 });
    await disc('Same vehicle', { vehicles: [{ ...golf, from: 2010, to: 2015 }, golf] });
    await disc('Later years', { vehicles: [{ ...golf, from: 2022, to: 2024 }] });
    await disc('Other model', { vehicles: [{ ...golf, model: 'Polo' }] });
    await disc('Sold out', { inStock: 0 });
    await disc('Newest');
    await disc('A pad', { type: 'brake-pad-set', vehicles: [golf] });
    const gone = await disc('Deleted', { vehicles: [golf] });
    await sql`update parts set archived_at = now() where id = ${gone}`.execute(shop.db);
    const old = await disc('Replaced', { vehicles: [golf] });
    await sql`update parts set replaced_by = ${id} where id = ${old}`.execute(shop.db);
    expect(await related(id)).toEqual([
      'Same vehicle',
      'Same years',
      'Newest',
      'Other model',
      'Later years',
      'Sold out',
    ]);
    // A replaced part is still on sale, and has related ones itself.
    expect(await related(old)).toContain('This one');
    const { status, body } = await shop.request('GET', `/api/parts/${gone}/related`);
    expect([status, body.error]).toEqual([404, 'part_not_found']);
    expect(await related(await disc('Without a type', { type: null }))).toEqual([]);
  });

  test('are eight at most', async () => {
    const id = await disc('Filter 0', { type: 'cabin-filter' });
    for (let count = 1; count < 10; count += 1)
      await disc(`Filter ${count}`, { type: 'cabin-filter' });
    expect(await related(id)).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map((nth) => `Filter ${nth}`));
  });

  test('are asked for by a statement whose plan is kept, as the models to choose from', async () => {
    const id = await disc('Asked for often');
    const kept = async (words: string) => {
      await related(id);
      await shop.request('GET', '/api/vehicles?make=Volkswagen&model=Golf');
      const { rows } = await sql<{ uses: number }>`
        select generic_plans::int as uses from pg_prepared_statements
        where statement like ${words} and statement not like '%prepared_statements%'
        order by uses desc limit 1`.execute(shop.db);
      return rows[0]?.uses ?? 0;
    };
    for (const words of ['%from vehicles v where%', '%recursive models as%'])
      await expect.poll(() => kept(words), { timeout: 20_000 }).toBeGreaterThan(1);
  });
});
