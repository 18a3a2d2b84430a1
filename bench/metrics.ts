// `npm run bench:metrics`: how long a scrape of /metrics takes in a shop with 100,000 orders (`-- --orders 20000` of fewer), of which as many
// wait as a scrape counts at most; by turns with /healthz, which asks nobody, and with the statement alone.
import { parseArgs } from 'node:util';
import { migrate } from '#server/db/migrate.ts';
import { type Database, openDatabase } from '#server/db/open.ts';
import { businessFigures, mostCounted } from '#server/metrics/business-figures.ts';
import { freshDatabase, postgresServer } from '#test/database.ts';
import { startShop } from '#test/harness.ts';
import { copyOrders } from './copy-orders.ts';
import { makeModels, models } from './model-orders.ts';

const turns = 300;
const metricsToken = 'the-token-of-the-bench-of-the-metrics';
const { values } = parseArgs({ options: { orders: { type: 'string', default: '100000' } } });
const orders = Number(values.orders);
if (!(orders >= models && orders % models === 0))
  throw new Error('--orders wants a multiple of ten.');

const say = (line: string): void => void process.stdout.write(`${line}\n`);

say(
  '| engine | /healthz, median ms | the statement | /metrics | /metrics, p95 ms | times /healthz |',
);
say('|---|---|---|---|---|---|');
const server = await postgresServer();
if (server === undefined) say('PostgreSQL: not run, none on this machine.');
else {
  const database = await openDatabase({ url: server.url, dataDir: '' });
  await migrate(database.db);
  await measure('PostgreSQL', database);
  await server.stop();
}
await measure('embedded', await freshDatabase());

async function measure(engine: string, database: Pick<Database, 'db' | 'pool' | 'close'>) {
  const shop = await startShop({ database, metricsToken });
  const copies = { count: orders / models - 1, everyMs: 180_000, withBuyers: false };
  await copyOrders(database.pool, await makeModels(shop), copies);
  await database.pool.query(
    `update orders set state = 'paid', shipped_at = null where id in (select id from orders where state = 'shipped' order by created_at desc limit ${mostCounted})`,
  );
  await database.pool.query('vacuum analyze');
  const address = await shop.app.listen({ host: '127.0.0.1', port: 0 });
  const [bare, statement, scrape] = await byTurns([
    () => ask(`${address}/healthz`),
    () => businessFigures(shop.clock.now()).execute(shop.db),
    () => ask(`${address}/metrics`),
  ]);
  const cells = [at(bare, 0.5), at(statement, 0.5), at(scrape, 0.5), at(scrape, 0.95)];
  const ratio = at(scrape, 0.5) / at(bare, 0.5);
  say(`| ${engine} | ${cells.map((ms) => ms.toFixed(2)).join(' | ')} | ${ratio.toFixed(1)} |`);
  await shop.close();
}

async function ask(url: string): Promise<void> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${metricsToken}` } });
  if (answer.status !== 200) throw new Error(`${url} was answered ${answer.status}.`);
  await answer.text();
}

/** How many milliseconds each took in each turn, in order of time. */
async function byTurns(works: readonly (() => Promise<unknown>)[]): Promise<number[][]> {
  const times = works.map((): number[] => []);
  for (let turn = 0; turn < turns; turn += 1)
    for (const [place, work] of works.entries()) {
      const since = performance.now();
      await work();
      times[place]?.push(performance.now() - since);
    }
  return times.map((some) => some.toSorted((one, other) => one - other));
}

function at(times: readonly number[] | undefined, share: number): number {
  return times?.[Math.floor(times.length * share)] ?? Number.NaN;
}
