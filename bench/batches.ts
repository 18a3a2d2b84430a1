// `npm run bench:batches`: lines per second of lists placed through POST /api/batches, compared with the statements that the shop
// sends for one, sent again by bare `pg` with new ids, in alternating turns.
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase, type Database } from '#server/db/open.ts';
import { postgresServer, temporaryFolder } from '#test/database.ts';
import { startShop, type TestShop } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';
import { recordStatements, sendAgain, type Statement } from '#test/recorded-statements.ts';
import { inTheirPlace, newCustomers, type NewCustomer } from './new-customers.ts';
import { withNewIds } from './new-ids.ts';

const sizes = [50, 500];
const rounds = 3;
/** Lists of a turn; each by a customer of its own. */
const turn = (lines: number): number => (lines === 500 ? 6 : 30);
const delivery = { address: '12 Dock Road, Leeds', phone: '+44 20 7946 0111' };

interface Bench {
  readonly shop: TestShop;
  readonly pool: pg.Pool;
  readonly address: string;
  readonly parts: readonly string[];
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function onEmbedded(): Promise<void> {
  const dataDir = temporaryFolder('bench');
  // As the shop runs it, with every commit synced to disk.
  await measure('embedded', await openDatabase({ dataDir }));
  rmSync(dataDir, { recursive: true, force: true });
}

async function onPostgresql(): Promise<void> {
  const server = await postgresServer();
  if (server === undefined) return say('| PostgreSQL: not run, none on this machine | | | | |');
  await measure('PostgreSQL', await openDatabase({ url: server.url, dataDir: '' }));
  await server.stop();
}

async function measure(engine: string, database: Database): Promise<void> {
  await migrate(database.db);
  const shop = await startShop({ database });
  const parts: string[] = [];
  while (parts.length < Math.max(...sizes))
    parts.push(await samplePart(shop.db, { inStock: 2_000_000_000, orderQuantity: 1 }));
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = shop.app.server.address() as AddressInfo;
  const bench = { shop, pool: database.pool, address: `http://127.0.0.1:${port}`, parts };
  for (const lines of sizes) await compare(engine, bench, lines);
  await shop.close();
}

async function compare(engine: string, bench: Bench, lines: number): Promise<void> {
  const lists = turn(lines);
  const people = await newCustomers(bench.shop.db, lists * (rounds + 2));
  const [model, ...others] = people;
  if (model === undefined) return;
  const template = await recordStatements(() => place(bench, model.token, lines));
  const shopTurn = async () => {
    for (const { token } of others.splice(0, lists)) await place(bench, token, lines);
  };
  const rawTurn = async (copies: readonly Statement[][]) => {
    for (const copy of copies) await sendAgain(bench.pool, copy);
  };
  const copies = () => copiesOf(bench, { template, model }, lists);
  // Prepared statements, caches and the compiler are warm before anything is timed.
  await shopTurn();
  await rawTurn(await copies());
  const ms = { shop: 0, raw: 0 };
  for (let round = 0; round < rounds; round += 1) {
    ms.shop += await timed(shopTurn);
    const prepared = await copies();
    ms.raw += await timed(() => rawTurn(prepared));
  }
  const perSecond = (took: number): string =>
    String(Math.round((lists * rounds * lines * 1000) / took));
  const ratio = (ms.raw / ms.shop).toFixed(2);
  say(
    `| ${engine} | ${lines} | ${template.length} | ${perSecond(ms.shop)} | ${perSecond(ms.raw)} | ${ratio} |`,
  );
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function place({ address, parts }: Bench, token: string, lines: number): Promise<void> {
  const wanted = parts.slice(0, lines).map((productId) => ({ productId, quantity: 1 }));
  const answer = await fetch(`${address}/api/batches`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ ...delivery, lines: wanted }),
  });
  if (answer.status !== 201) throw new Error(`A list was answered ${await answer.text()}`);
  await answer.arrayBuffer();
}

/** The statements of a list again, each time with new ids and for another customer. */
async function copiesOf(
  { shop, parts }: Bench,
  { template, model }: { template: readonly Statement[]; model: NewCustomer },
  times: number,
): Promise<Statement[][]> {
  const kept = parts.map((id) => [id, id] as const);
  return (await newCustomers(shop.db, times)).map((other) => {
    const known = new Map([...kept, ...inTheirPlace(model, other)]);
    return withNewIds(template, (value) => known.get(value));
  });
}

const started = performance.now();
say(`Lines per second, ${rounds} turns; Node ${process.version}`);
say('');
say('| engine | lines of a list | statements | POST /api/batches | the same statements | ratio |');
say('|---|---|---|---|---|---|');
await onEmbedded();
await onPostgresql();
say('');
say(`Took ${((performance.now() - started) / 1000).toFixed(0)} s.`);
