// `npm run bench:import`: rows per second of an import of new parts (`-- --rows 1000000`; default 20000) into a shop on PostgreSQL, from the
// upload to the last batch, beside COPY and set-based inserts of the same rows; what eight buyers wait meanwhile; the memory of the shop;
// and whether a shop that is killed in the middle goes on.
import { openAsBlob, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Import } from '#contract/imports.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase, type Database } from '#server/db/open.ts';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { postgresServer, temporaryFolder } from '#test/database.ts';
import { startShopProcess, type ShopProcess } from '#test/faults/shop-process.ts';
import { runningClock, startShop, type Person } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';
import { writeCatalogueFile } from './catalogue-file.ts';
import { buy, percentile } from './import-buyers.ts';
import { insertAtOnce } from './insert-at-once.ts';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '20000' } } });
const rows = Number(values.rows);
if (!(rows >= 1000)) throw new Error('--rows wants at least a thousand.');
const [buyerCount, calmMs, pollMs] = [8, 5_000, 300];

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const perSecond = (ms: number): number => Math.round((rows / ms) * 1000);

const folder = temporaryFolder('bench');
const file = path.join(folder, 'list.csv');
await writeCatalogueFile(file, rows);
const bareMs = await onServer(async (url, { db }) => timed(() => insertAtOnce({ url, db }, file)));
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
    Array.from({ length: buyerCount }, async (_, n) => ({
      ...(await accounts.person(`Buyer ${n}`)),
      part: await samplePart(database.db, { inStock: 1_000_000_000 }),
    })),
  );
  const home = { dataDir: folder, databaseUrl: url };
  let shop = await startShopProcess(home);
  const buyers = { address: () => shop.address, people };
  const calm = await buy(buyers, sleep(calmMs));
  const memory = watchMemory(shop);
  let id = '';
  const imported = async () => {
    id = await uploadAndCheck(shop, admin);
    await takeStep(shop, admin, `${id}/apply`, { ticks: [] });
    await reached(shop, admin, id, 'applied');
  };
  const ms = await timed(imported);
  const more = memory();
  await takeStep(shop, admin, `${id}/undo`);
  await sleep(4 * pollMs);
  const { progress } = await importOf(shop, admin, id);
  await shop.end('SIGKILL');
  shop = await startShopProcess(home);
  const { notUndone } = await reached(shop, admin, id, 'undone');
  const meanwhile = await buy(buyers, imported());
  say(
    '| rows | COPY and inserts, rows/s | import, rows/s | of that | memory more, MB | order p99 before, ms | meanwhile, ms |',
  );
  say('|---|---|---|---|---|---|---|');
  const [p99, slowest] = [percentile(calm, 0.99), percentile(meanwhile, 0.99)];
  say(
    `| ${rows} | ${perSecond(bare)} | ${perSecond(ms)} | ${(bare / ms).toFixed(2)} | ${more} | ${p99} | ${slowest} |`,
  );
  say(
    `Killed after ${progress.done} of ${progress.of} parts were undone; a new process undid the others but for ${notUndone}.`,
  );
  await shop.end('SIGTERM');
  await accounts.close();
}

/** The most that the process took more than now, in megabytes, when it is asked for. */
function watchMemory({ pid }: ShopProcess): () => number {
  const used = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  const before = used();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, used())), pollMs);
  return () => {
    clearInterval(timer);
    return Math.round((most - before) / 1024);
  };
}

async function uploadAndCheck(shop: ShopProcess, admin: Person): Promise<string> {
  const form = new FormData();
  form.append('file', await openAsBlob(file), 'list.csv');
  const answer = await fetch(`${shop.address}/api/admin/imports?name=list.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}` },
    body: form,
  });
  const { _id, columns, settings } = (await answer.json()) as Import;
  const fields = columns.map(({ field }) => field);
  await takeStep(shop, admin, `${_id}/check`, { fields, settings });
  await reached(shop, admin, _id, 'checked');
  return _id;
}

async function takeStep(
  shop: ShopProcess,
  admin: Person,
  step: string,
  body: object = {},
): Promise<void> {
  const answer = await fetch(`${shop.address}/api/admin/imports/${step}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${step}: ${await answer.text()}`);
}

async function importOf(shop: ShopProcess, admin: Person, id: string): Promise<Import> {
  const answer = await fetch(`${shop.address}/api/admin/imports/${id}`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  return (await answer.json()) as Import;
}

async function reached(
  shop: ShopProcess,
  admin: Person,
  id: string,
  state: Import['state'],
): Promise<Import> {
  for (;;) {
    const found = await importOf(shop, admin, id);
    if (found.state === state) return found;
    if (found.state === 'failed') throw new Error(found.failure ?? '');
    await sleep(pollMs);
  }
}
