// `npm run bench:growth`: bytes of 100,000 orders (`-- --orders 20000` of fewer) on PostgreSQL, table by table, before and after everything that has a time to go
// is gone. Ten orders are made through the shop; the others are their copies, with ids of their own.
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import type pg from 'pg';
import { forgetOld } from '#server/background/retention.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { postgresServer } from '#test/database.ts';
import { startShop, type TestShop } from '#test/harness.ts';
import { copyOrders } from './copy-orders.ts';
import { makeModels, models } from './model-orders.ts';

const { values } = parseArgs({ options: { orders: { type: 'string', default: '100000' } } });
const orders = Number(values.orders);
if (!(orders >= models && orders % models === 0))
  throw new Error('--orders wants a multiple of ten.');
const elevenYearsMs = 11 * 366 * 86_400_000;
const mib = 1024 * 1024;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const server = await postgresServer();
if (server === undefined) say('PostgreSQL: not run, none on this machine.');
else {
  const database = await openDatabase({ url: server.url, dataDir: '', unlimited: true });
  await migrate(database.db);
  const shop = await startShop({ database });
  await measure(shop, database.pool);
  await shop.close();
  await server.stop();
}

async function measure(shop: TestShop, pool: pg.Pool): Promise<void> {
  const copies = { count: orders / models - 1, everyMs: 180_000, withBuyers: false };
  await copyOrders(pool, await makeModels(shop), copies);
  await pool.query('vacuum analyze');
  const before = await sizes(shop);
  shop.clock.advance(elevenYearsMs);
  const { rounds, longestMs } = await sweep(shop);
  await pool.query('vacuum');
  const vacuumed = await sizes(shop);
  await pool.query('vacuum full');
  const after = await sizes(shop);
  say('| table | rows | MiB | rows left | MiB after vacuum | MiB after vacuum full |');
  say('|---|---|---|---|---|---|');
  const among = (found: readonly Size[], wanted: string) =>
    found.find(({ name }) => name === wanted) ?? { name: wanted, rows: 0, bytes: 0 };
  for (const { name } of before.filter(({ bytes }) => bytes > mib / 2))
    say(tableRow(among(before, name), among(vacuumed, name), among(after, name)));
  say(tableRow(total(before), total(vacuumed), total(after)));
  say(`The sweep took ${rounds} rounds, the longest ${Math.round(longestMs)} ms.`);
}

interface Size {
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
}

function tableRow(before: Size, vacuumed: Size, after: Size): string {
  const size = ({ bytes }: Size) => (bytes / mib).toFixed(1);
  const cells = [before.rows, size(before), after.rows, size(vacuumed), size(after)];
  return `| ${before.name} | ${cells.join(' | ')} |`;
}

function total(tables: readonly Size[]): Size {
  const sum = (of: (one: Size) => number) => tables.reduce((so, one) => so + of(one), 0);
  return { name: 'all', rows: sum(({ rows }) => rows), bytes: sum(({ bytes }) => bytes) };
}

/** With indexes and TOAST; the sandboxes are not the shop's. */
async function sizes({ db }: TestShop): Promise<Size[]> {
  const tables = await sql<{ name: string; bytes: number }>`
    select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by 2 desc`.execute(db);
  const counted: Size[] = [];
  for (const { name, bytes } of tables.rows) {
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from ${sql.table(name)}`.execute(db);
    counted.push({ name, bytes, rows: rows[0]?.n ?? 0 });
  }
  return counted;
}

/** Every minute's work of retention, until a round finds nothing. */
async function sweep(shop: TestShop): Promise<{ rounds: number; longestMs: number }> {
  let longestMs = 0;
  let left = '';
  for (let rounds = 1; ; rounds += 1) {
    const begun = performance.now();
    await forgetOld(shop);
    longestMs = Math.max(longestMs, performance.now() - begun);
    const now = await sql<{ left: string }>`
      select concat_ws(' ', (select count(*) from idempotency_keys), (select count(*) from order_events),
        (select count(*) from mail_outbox where recipient <> ''), (select count(*) from audit_log where action <> 'history deleted')) as left`.execute(
      shop.db,
    );
    if (now.rows[0]?.left === left) return { rounds, longestMs };
    left = now.rows[0]?.left ?? '';
  }
}
