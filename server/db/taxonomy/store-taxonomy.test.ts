import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseOn, engines } from '#test/engines.ts';
import { storeTaxonomy } from './store-taxonomy.ts';

describe.each(engines)('the part types of a shop on the %s database', (engine) => {
  let database: Awaited<ReturnType<typeof databaseOn>>;
  beforeAll(async () => {
    database = await databaseOn(engine);
  });
  afterAll(() => database.close());

  /** When each row was written, and what it says. */
  const rows = async () => {
    const tables = ['categories', 'part_types', 'part_type_names', 'part_type_attributes'];
    const texts = tables.map(
      (table) => sql`select xmin::text as written, to_jsonb(t) as row from ${sql.table(table)} t`,
    );
    const all = await sql<{ written: string; row: unknown }>`
      ${sql.join(texts, sql` union all `)}`.execute(database.db);
    return all.rows.map((row) => JSON.stringify(row)).toSorted();
  };

  test('are there after several copies have started at once, each once', async () => {
    await Promise.all([1, 2, 3].map(() => storeTaxonomy(database.db)));
    const { rows: types } = await sql<{ types: number; shelves: number; named: number }>`
      select count(*)::int as types, count(distinct category_id)::int as shelves,
        (select count(distinct type_id)::int from part_type_attributes) as named from part_types`.execute(
      database.db,
    );
    expect(types).toEqual([{ types: 167, shelves: 20, named: expect.any(Number) }]);
    expect(types[0]?.named).toBeGreaterThan(150);
  });

  test('are not written again while they are the same', async () => {
    const before = await rows();
    await storeTaxonomy(database.db);
    expect(await rows()).toEqual(before);
  });

  test('of a newer version stay, whatever a copy of an older one starts with', async () => {
    await sql`insert into shop_facts (mode, card_accounts) values ('demo', '{sandbox}')`.execute(
      database.db,
    );
    const version = async () =>
      (
        await sql<{ taxonomy_version: number }>`select taxonomy_version from shop_facts`.execute(
          database.db,
        )
      ).rows[0]?.taxonomy_version ?? 0;
    await storeTaxonomy(database.db);
    const ours = await version();
    expect(ours).toBeGreaterThan(0);

    await sql`update shop_facts set taxonomy_version = ${ours + 1}`.execute(database.db);
    await sql`update part_types set name = 'Newer disc' where id = 'brake-disc'`.execute(
      database.db,
    );
    const newer = await rows();
    await storeTaxonomy(database.db);
    expect([await rows(), await version()]).toEqual([newer, ours + 1]);

    // A database from before versions were noted.
    await sql`update shop_facts set taxonomy_version = 0`.execute(database.db);
    await storeTaxonomy(database.db);
    expect(await version()).toBe(ours);
    expect((await rows()).join()).not.toContain('Newer disc');
  });

  test('become those of the version that starts; what is not of the shop stays', async () => {
    const said = async () =>
      (await rows()).map((row) => JSON.stringify((JSON.parse(row) as { row: unknown }).row));
    const before = await said();
    await sql`update part_types set name = 'Disque', weight_g = 1 where id = 'brake-disc'`.execute(
      database.db,
    );
    await sql`delete from part_type_attributes where type_id = 'brake-disc' and key = 'dia'`.execute(
      database.db,
    );
    await sql`insert into part_type_names (type_id, language, name) values ('brake-disc', 'de', 'Scheibchen')`.execute(
      database.db,
    );
    expect(await said()).not.toEqual(before);
    await storeTaxonomy(database.db);
    expect((await said()).toSorted()).toEqual(before.toSorted());

    await sql`insert into part_types (id, category_id, name, fit, position) values ('roof-rack', 'body', 'Roof rack', 'vehicle', 999)`.execute(
      database.db,
    );
    await storeTaxonomy(database.db);
    expect((await said()).length).toBe(before.length + 1);
  });
});
