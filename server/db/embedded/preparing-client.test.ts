import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '#test/database.ts';

const { pool, close } = await freshDatabase();
afterAll(close);

const prepared = async (text: string) =>
  (
    await pool.query<{ name: string; uses: number }>(
      'select name, (generic_plans + custom_plans)::int as uses from pg_prepared_statements where statement = $1',
      [text],
    )
  ).rows;

test('a statement with values is prepared once, however often it is asked', async () => {
  const text = 'select $1::int + 1 as next';
  for (const value of [1, 2, 3])
    expect((await pool.query(text, [value])).rows).toEqual([{ next: value + 1 }]);
  expect(await prepared(text)).toEqual([{ name: expect.any(String), uses: 3 }]);
});

test('one that failed works as soon as it can', async () => {
  const text = 'select id from later where id = $1';
  await expect(pool.query(text, [1])).rejects.toThrow('"later" does not exist');
  await pool.query('create table later (id int)');
  await pool.query('insert into later values ($1)', [1]);
  expect((await pool.query(text, [1])).rows).toEqual([{ id: 1 }]);
  await expect(pool.query(text, ['x'])).rejects.toThrow('invalid input syntax');
  expect((await pool.query(text, [1])).rows).toEqual([{ id: 1 }]);
});

test('the engine keeps a bounded number, and no lists', async () => {
  for (let at = 0; at < 520; at += 1) {
    const { rows } = await pool.query(`select $1::int + ${at} as sum`, [1]);
    expect(rows).toEqual([{ sum: at + 1 }]);
  }
  const { rows } = await pool.query('select count(*)::int as n from pg_prepared_statements');
  expect(rows).toEqual([{ n: 500 }]);

  const other = await freshDatabase();
  const list = `select $1::int in (${Array.from({ length: 2_000 }, (_, at) => at).join(', ')}) as has`;
  expect((await other.pool.query(list, [1_999])).rows).toEqual([{ has: true }]);
  const kept = await other.pool.query(
    'select from pg_prepared_statements where length(statement) > 5000',
  );
  expect(kept.rowCount).toBe(0);
  await other.close();
});
