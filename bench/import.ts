// `npm run bench:import` (`-- --rows 1000000`; default 20000): imports new parts into a shop on PostgreSQL, from the upload to the last batch, beside COPY and
// set-based inserts of the same rows; then a list of a fifth of that, half of it new prices, while eight customers order parts of it. The shop is killed in the
// middle, goes on, and the list is undone: the catalogue has to be what it was.
import { readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { importLimits } from '#contract/import-fields.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase, type Database } from '#server/db/open.ts';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { postgresServer, temporaryFolder } from '#test/database.ts';
import { startShopProcess, type ShopProcess } from '#test/faults/shop-process.ts';
import { runningClock, startShop } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';
import { writeCatalogueFile } from './catalogue-file.ts';
import { buy, percentile } from './import-buyers.ts';
import { reached, takeStep, uploadAndCheck, type Importer } from './import-calls.ts';
import { insertAtOnce } from './insert-at-once.ts';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '20000' } } });
const rows = Number(values.rows);
if (!(rows >= 1000)) throw new Error('--rows wants at least a thousand.');
const later = Math.round(rows / 5);
const [buyerCount, warmMs, calmMs, memoryMs, locksMs] = [8, 5_000, 10_000, 300, 10];

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const perSecond = (ms: number): number => Math.round((rows / ms) * 1000);
const buyersParts = Array.from({ length: buyerCount }, (_, n) => `BUY-${n}`);

const folder = temporaryFolder('bench');
const [first, second] = [path.join(folder, 'list.csv'), path.join(folder, 'later.csv')];
await writeCatalogueFile(first, { from: 0, rows });
if (statSync(first).size > importLimits.bytes) throw new Error('No shop accepts a file so large.');
const laterList = { from: rows - later / 2, rows: later, dearer: 1.1, others: buyersParts };
await writeCatalogueFile(second, laterList);
say(`Load before: ${os.loadavg()[0]?.toFixed(1)}.`);
const bareMs = await onServer(async (url, { db }) => timed(() => insertAtOnce({ url, db }, first)));
if (bareMs === undefined) say('PostgreSQL: not run, none on this machine.');
else await onServer((url, database) => measure(url, database, bareMs));
rmSync(folder, { recursive: true, force: true });

/** Does work on a new server with an empty shop. */
async function onServer<Done>(
  work: (url: string, database: Database) => Promise<Done>,
): Promise<Done | undefined> {
  const server = await postgresServer();
  if (server === undefined) return undefined;
  const database = await openDatabase({ url: server.url, dataDir: '' });
  await migrate(database.db);
  await storeTaxonomy(database.db);
  const done = await work(server.url, database);
  await database.close();
  await server.stop();
  return done;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}

async function measure(url: string, database: Database, bare: number): Promise<void> {
  const accounts = await startShop({
    database: { ...database, close: async () => undefined },
    clock: runningClock(),
  });
  const admin = await accounts.person('Ada Admin', { role: 'admin' });
  const people = await Promise.all(
    buyersParts.map(async (partNumber) => ({
      ...(await accounts.person(`Buyer of ${partNumber}`)),
      part: await samplePart(database.db, { inStock: 1_000_000_000, partNumber }),
    })),
  );
  const home = { dataDir: folder, databaseUrl: url };
  let shop = await startShopProcess(home);
  const address = () => shop.address;
  const importer: Importer = { address, admin };
  // A shop that has served nobody yet has not taken its memory.
  await buy({ address, people }, sleep(warmMs));
  await importWhole(importer, shop, bare);

  const was = await catalogueSum(database.pool);
  const calm = await buy({ address, people }, sleep(calmMs));
  const locks = watchLocks(database.pool);
  let id = '';
  const upToTheMiddle = async () => {
    id = await uploadAndCheck(importer, second);
    await takeStep(importer, `${id}/apply`, { ticks: [] });
    // New parts come first; then prices, those of the buyers' parts among them.
    await reached(importer, id, ({ progress }) => progress.done > later * 0.8);
  };
  const meanwhile = await buy({ address, people }, upToTheMiddle());
  const longestLock = await locks();
  await shop.end('SIGKILL');
  shop = await startShopProcess(home);
  const { done } = await reached(importer, id, ({ state }) => state === 'applied');
  await takeStep(importer, `${id}/undo`);
  const { notUndone } = await reached(importer, id, ({ state }) => state === 'undone');
  const isAsBefore = (await catalogueSum(database.pool)) === was;
  const [p99, slowest] = [percentile(calm, 0.99), percentile(meanwhile, 0.99)];
  say('| rows | order p99 before, ms | meanwhile, ms | times | longest wait for a lock, ms |');
  say('|---|---|---|---|---|');
  say(`| ${later} | ${p99} | ${slowest} | ${(slowest / p99).toFixed(1)} | ${longestLock} |`);
  say(
    `Killed in the middle, it went on: ${done.added} added, ${done.changed} changed, ${done.refused} refused. Undone but for ${notUndone}; the catalogue is ${isAsBefore ? 'what it was' : 'not what it was'}.`,
  );
  await shop.end('SIGTERM');
  await accounts.close();
}

async function importWhole(importer: Importer, shop: ShopProcess, bare: number): Promise<void> {
  const memory = watchMemory(shop);
  let id = '';
  const checkMs = await timed(async () => (id = await uploadAndCheck(importer, first)));
  const applyMs = await timed(async () => {
    await takeStep(importer, `${id}/apply`, { ticks: [] });
    await reached(importer, id, ({ state }) => state === 'applied');
  });
  const ms = checkMs + applyMs;
  say(
    '| rows | COPY and inserts, rows/s | import, rows/s | of that | upload and check, s | apply, s | memory more, MB |',
  );
  say('|---|---|---|---|---|---|---|');
  const seconds = (its: number) => (its / 1000).toFixed(1);
  say(
    `| ${rows} | ${perSecond(bare)} | ${perSecond(ms)} | ${(bare / ms).toFixed(2)} | ${seconds(checkMs)} | ${seconds(applyMs)} | ${memory()} |`,
  );
}

/** The most that the process took more than now, in megabytes, when it is asked for. */
function watchMemory({ pid }: ShopProcess): () => number {
  const used = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  const before = used();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, used())), memoryMs);
  return () => {
    clearInterval(timer);
    return Math.round((most - before) / 1024);
  };
}

/** Looks again and again how long somebody has waited for a lock; answers the longest, in milliseconds, when it is asked for. */
function watchLocks(pool: pg.Pool): () => Promise<number> {
  let [longest, isOver] = [0, false];
  const watching = (async () => {
    while (!isOver) {
      const { rows: found } = await pool.query<{ ms: number }>(
        'select coalesce(max(extract(epoch from clock_timestamp() - waitstart) * 1000), 0)::float8 as ms from pg_locks where not granted',
      );
      longest = Math.max(longest, found[0]?.ms ?? 0);
      await sleep(locksMs);
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return Math.round(longest);
  };
}

/** Equal for equal facts of all parts on sale; stock moves with orders. */
async function catalogueSum(pool: pg.Pool): Promise<string> {
  const tables = {
    parts:
      "to_jsonb(its) - '{in_stock,updated_at,search_as_of}'::text[] from (select * from parts where archived_at is null) its",
    numbers: 'to_jsonb(its) from part_numbers its',
    fitments: 'to_jsonb(its) from fitments its',
    pictures: 'to_jsonb(its) from part_pictures its',
  };
  const sums: string[] = [];
  for (const rowsOf of Object.values(tables)) {
    const { rows: found } = await pool.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(row::text, 0)), 0) as sum from (select ${rowsOf}) as all_rows (row)`,
    );
    sums.push(found[0]?.sum ?? '');
  }
  return sums.join(', ');
}
