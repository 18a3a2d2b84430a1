import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '#test/database.ts';
import { RowDigest } from './row-digest.ts';
import { openSnapshot } from './snapshot.ts';

const database = await freshDatabase();
afterAll(() => database.close());

test('the rows of a table have the digest that the database computes, whatever is in them', async () => {
  await database.pool.query(`
    create table odd (id int, "Na me" text, bytes bytea, at timestamptz, words text[], body jsonb, ratio double precision);
    insert into odd select i, E'a,b "\\\\ \\n\\t()ü € 🚗' || i, decode(md5(i::text), 'hex'), timestamptz '2022-01-01' + i * interval '1.000001 second',
      array['a', null, '', i::text], jsonb_build_object('i', null), 1.0 / i from generate_series(1, 2300) i;
    insert into odd (id, "Na me") values (null, ''), (7, null)`);
  const snapshot = await openSnapshot(database);
  const table = snapshot?.tables.find(({ name }) => name === 'public.odd');
  if (snapshot === undefined || table === undefined) throw new Error('There is no table.');
  const digest = new RowDigest();
  for await (const rows of snapshot.rows(table)) digest.add(rows);
  expect(digest.result()).toEqual({
    rows: 2302,
    checksum: expect.stringMatching(/^[0-9a-f]{9,16}$/),
  });
  expect(digest.result()).toEqual(await snapshot.digest(table));
  snapshot.close();
});

test('rows whose values are only divided otherwise have other digests, in any order the same', () => {
  const digestOf = (...rows: (string | null)[][]): string => {
    const digest = new RowDigest();
    digest.add(rows);
    return digest.result().checksum;
  };
  const all = [
    ['ab', ''],
    ['a', 'b'],
    ['', 'ab'],
    ['ab', null],
    [null, 'ab'],
    ['2:ab', '-'],
    ['1:a1:b', ''],
  ];
  expect(new Set(all.map((row) => digestOf(row))).size).toBe(all.length);
  expect(digestOf(...all)).toBe(digestOf(...all.toReversed()));
});
