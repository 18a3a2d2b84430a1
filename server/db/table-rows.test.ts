import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type pg from 'pg';
import { freshDatabase } from '#test/database.ts';
import { copiedTables, type CopyTable } from './copy-tables.ts';
import type { Row } from './row-digest.ts';
import { insertRows, readRows, useComparableTexts } from './table-rows.ts';

const database = await freshDatabase();
let client: pg.PoolClient;
let tables: CopyTable[];
beforeAll(async () => {
  client = await database.pool.connect();
  await client.query('begin');
  // In hexadecimal a row of ten after the others has 2,000 characters more.
  await client.query(`
    create table odd_pictures (id int, webp bytea, note text);
    create table odd_notes (id int, note text);
    insert into odd_pictures select i, decode(repeat('ab', 1000 * (i / 10)), 'hex'), nullif('n', 'n') from generate_series(1, 70) i;
    insert into odd_notes select i, repeat('é', 200) from generate_series(1, 1500) i`);
  await useComparableTexts(client);
  tables = (await copiedTables(client)).filter(({ name }) => name.startsWith('public.odd_'));
});
afterAll(async () => {
  client.release(true);
  await database.close();
});

async function batchesOf(table: CopyTable, most?: number): Promise<Row[][]> {
  const batches: Row[][] = [];
  for await (const rows of readRows(client, table, most)) batches.push(rows);
  return batches;
}

const most = 10_000;

/** Fails unless values fit together, or are of one row. */
function expectFitting(rows: number, values: readonly (string | null)[]): void {
  const length = values.reduce((sum, value) => sum + (value?.length ?? 0), 0);
  expect(rows === 1 ? most : length).toBeLessThanOrEqual(most);
}

test('large rows travel a few at a time, and the largest alone, both ways', async () => {
  for (const table of tables) {
    const batches = await batchesOf(table, most);
    for (const batch of batches) expectFitting(batch.length, batch.flat());
    const target = { ...table, name: `${table.name}_copy` };
    await client.query(`create table ${target.name} (like ${table.name})`);
    const sent = vi.spyOn(client, 'query');
    // As backups of earlier versions have them: all together.
    await insertRows(client, target, batches.flat(), most);
    const lists = sent.mock.calls.map(([, values]) => values as unknown as string[][]);
    sent.mockRestore();
    for (const columns of lists) expectFitting(columns[0]?.length ?? 0, columns.flat());
    const { rows } = await client.query(
      `select (select count(*) from ${target.name}) as there, count(*) as same from ${table.name} a
       join ${target.name} b on b.id = a.id and a::text = b::text`,
    );
    const all = batches.flat().length;
    expect(rows).toEqual([{ there: all, same: all }]);
  }
});

test('rows with bytes are fetched a few at a time: nobody knows their size before', async () => {
  const [notes, pictures] = tables as [CopyTable, CopyTable];
  expect((await batchesOf(notes)).map(({ length }) => length)).toEqual([1000, 500]);
  const sizes = (await batchesOf(pictures)).map(({ length }) => length);
  expect(Math.max(...sizes)).toBeLessThan(10);
});
