import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from './database.ts';

const { db, close } = await freshDatabase();
afterAll(close);

/** The tables that an order writes, from its placing to its refund. */
const orderPath = [
  'users',
  'order_networks',
  'parts',
  'batches',
  'orders',
  'stock_ledger',
  'order_events',
  'idempotency_keys',
  'mail_outbox',
  'payments',
  'payment_lines',
  'refunds',
  'shipments',
  'disputes',
];

test('docs/scale.md has every unique and foreign key of the order path, with its columns, and no other', async () => {
  const page = readFileSync(new URL('../docs/scale.md', import.meta.url), 'utf8');
  const [, section = ''] = page.split('## Keys of the order path');
  const listed = [...section.matchAll(/^\| `([^`]+)` \| (unique|refers to \w+) \| \w/gm)];
  const { rows } = await sql<{ key: string; kind: string }>`
    select i.indrelid::regclass || ' (' || (
        select string_agg(a.attname, ', ' order by k.place) from unnest(i.indkey::int2[]) with ordinality k (attnum, place)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum) || ')'
        || coalesce(' where ' || pg_get_expr(i.indpred, i.indrelid), '') as key, 'unique' as kind
      from pg_index i where i.indisunique and i.indrelid::regclass::text in (${sql.join(orderPath)})
    union all
    select c.conrelid::regclass || ' (' || (
        select string_agg(a.attname, ', ') from pg_attribute a where a.attrelid = c.conrelid and a.attnum = any(c.conkey)) || ')',
        'refers to ' || c.confrelid::regclass
      from pg_constraint c where c.contype = 'f' and c.conrelid::regclass::text in (${sql.join(orderPath)})`.execute(
    db,
  );
  const shown = (key: string | undefined, kind: string | undefined) => `${key}: ${kind}`;
  expect(new Set(listed.map(([, key, kind]) => shown(key, kind)))).toEqual(
    new Set(rows.map(({ key, kind }) => shown(key, kind))),
  );
});

test('docs/scale.md shows what bench/capacity.ts computes from the figures of bench/README.md', () => {
  const script = new URL('../bench/capacity.ts', import.meta.url);
  const computed = execFileSync(process.execPath, [fileURLToPath(script)], { encoding: 'utf8' });
  expect(computed.trim().split('\n').length).toBe(5);
  expect(readFileSync(new URL('../docs/scale.md', import.meta.url), 'utf8')).toContain(computed);
});
