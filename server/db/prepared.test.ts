import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '#test/database.ts';
import { prepared, rowsOf } from './prepared.ts';

const { db, close } = await freshDatabase();
afterAll(close);

test('a statement is built once and asked with other values each time', async () => {
  let built = 0;
  const sum = prepared((_, { one, other }: { one: number; other: number }) => {
    built += 1;
    return sql<{ sum: number }>`select ${one}::int + ${other}::int + ${100} as sum`;
  });
  expect(await rowsOf(db, sum({ one: 1, other: 2 }))).toEqual([{ sum: 103 }]);
  expect(await rowsOf(db, sum({ other: 5, one: 4 }))).toEqual([{ sum: 109 }]);
  expect(built).toBe(1);
  expect(sum({ one: 1, other: 2 }).sql).toBe(sum({ one: 3, other: 4 }).sql);
});

test("Kysely's own statements take values where they take any", async () => {
  const insert = prepared((on, part: { id: string; name: string }) =>
    on
      .insertInto('categories')
      .values({ ...place, id: part.id, name: part.name })
      .returning('id'),
  );
  const place = { position: 7 };
  const find = prepared((on, { names }: { names: readonly string[] }) =>
    on
      .selectFrom('categories')
      .select(['id', 'position'])
      .where('name', '=', sql<string>`any(${names}::text[])`)
      .orderBy('id'),
  );
  expect(await rowsOf(db, insert({ id: 'one', name: 'First' }))).toEqual([{ id: 'one' }]);
  expect(await rowsOf(db, insert({ id: 'two', name: 'Second' }))).toEqual([{ id: 'two' }]);
  expect(await rowsOf(db, find({ names: ['Second', 'First'] }))).toEqual([
    { id: 'one', position: 7 },
    { id: 'two', position: 7 },
  ]);
  expect(await rowsOf(db, find({ names: ['Second'] }))).toEqual([{ id: 'two', position: 7 }]);
});

test('a statement that depends on a value while it is built is refused', () => {
  const odd = prepared((_, { name }: { name: string }) => sql`select ${sql.raw(`'${name}'`)}`);
  expect(() => odd({ name: 'x' })).toThrow("'name' is not known");
  const json = prepared((_, { name }: { name: string }) => sql`select ${JSON.stringify([name])}`);
  expect(() => json({ name: 'x' })).toThrow("'name' is not known");
});
