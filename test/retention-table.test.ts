import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from './database.ts';

const { db, close } = await freshDatabase();
afterAll(close);

test('docs/operations.md says of every table of the database when its rows go, and of no other', async () => {
  const page = readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8');
  const [, section = ''] = page.split('### What grows and what is deleted');
  const rows = [...section.matchAll(/^\| (`[^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)];
  const named = rows.flatMap(([, tables = '']) =>
    [...tables.matchAll(/`([\w.]+)`/g)].map(([, table = '']) => table),
  );
  const live = await sql<{ name: string }>`
    select case when schemaname = 'public' then '' else schemaname || '.' end || tablename as name
    from pg_tables where schemaname !~ '^pg_|^information_schema$'`.execute(db);
  expect(new Set(named)).toEqual(new Set(live.rows.map(({ name }) => name)));
  expect(new Set(named).size).toBe(named.length);
});
