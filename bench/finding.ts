// `npm run bench:finding`: how finding takes longer as the catalogue grows, at the API by 8 callers, beside the statements of each call sent bare, and beside
// one statement written by hand.
// bench/README.md tells its options and how to read it.
import os from 'node:os';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase, type Database } from '#server/db/open.ts';
import { freshDatabase, postgresServer } from '#test/database.ts';
import { startShop, type Person, type TestShop } from '#test/harness.ts';
import { questionsTo, type Question } from './finding-questions.ts';
import { makeParts } from './many-parts.ts';
import { processorClock } from './processor.ts';
import { recordStatements, sendAgain, type Statement } from '#test/recorded-statements.ts';

const { values } = parseArgs({
  options: {
    parts: { type: 'string', default: '10000' },
    engines: { type: 'string', default: 'PostgreSQL,embedded' },
    server: { type: 'string' },
    only: { type: 'string', default: '' },
    times: { type: 'string', default: '200' },
  },
});
const sizes = values.parts.split(',').map(Number);
const callers = 8;
const asked = Number(values.times);
const turns = 5;
/** More is not what the embedded engine is for. */
const mostEmbedded = 100_000;

/** Milliseconds that each answer took, and of processor for it. */
interface Took {
  readonly p95: number;
  readonly processor: number;
}

/** A call of the API, its own statements with nothing around them, and the one by hand. */
interface Measured {
  readonly api: Took;
  readonly bare: Took;
  readonly byHand: Took | undefined;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const columns: { readonly title: string; readonly its: ReadonlyMap<string, Measured> }[] = [];

for (const engine of values.engines.split(','))
  for (const parts of sizes) {
    const opened =
      engine === 'PostgreSQL'
        ? await onServer(parts)
        : parts > mostEmbedded
          ? undefined
          : await embedded(parts);
    if (opened === undefined) continue;
    const title = `${engine}, ${parts.toLocaleString('en')}`;
    columns.push({ title, its: await measureAll(opened.database, parts, title) });
    await opened.close();
  }
sayTable();

interface Opened {
  readonly database: Omit<Database, 'engine'>;
  close(): Promise<void>;
}

/** On the given server a catalogue is made once, in a database of its own, and stays; without one it is made on a server that ends with this run. */
async function onServer(parts: number): Promise<Opened | undefined> {
  const own = values.server === undefined ? await postgresServer() : undefined;
  const url = values.server === undefined ? own?.url : await keptDatabase(values.server, parts);
  if (url === undefined) {
    say('PostgreSQL: not run, none on this machine.');
    return undefined;
  }
  await fill(await openDatabase({ url, dataDir: '', unlimited: true }), parts);
  const database = await openDatabase({ url, dataDir: '' });
  return { database, close: async () => own?.stop() };
}

async function keptDatabase(server: string, parts: number): Promise<string> {
  const name = `finding_${parts}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function embedded(parts: number): Promise<Opened> {
  const database = await freshDatabase();
  await makeParts(database.db, parts);
  await database.pool.query('vacuum analyze');
  return { database, close: async () => undefined };
}

async function fill(database: Database, parts: number): Promise<void> {
  await migrate(database.db);
  const { rows } = await sql`select from parts limit 1`.execute(database.db);
  if (rows.length === 0) {
    await makeParts(database.db, parts);
    await database.pool.query('vacuum analyze');
  }
  await database.close();
}

async function measureAll(
  database: Opened['database'],
  parts: number,
  title: string,
): Promise<Map<string, Measured>> {
  const shop = await startShop({ database });
  const admin = await shop.person('Ada Admin', { role: 'admin' });
  const measured = new Map<string, Measured>();
  for (const question of await questionsTo(shop.db, parts)) {
    if (!question.name.includes(values.only)) continue;
    const its = await measure(shop, database.pool, admin, question);
    measured.set(question.name.replace(/page \d\d+$/, 'page 500'), its);
    say(`${title}: ${question.name}: ${cellOf(its)}, load ${os.loadavg()[0]?.toFixed(1)}`);
  }
  await shop.close();
  return measured;
}

async function measure(
  shop: TestShop,
  pool: pg.Pool,
  admin: Person,
  { address, byHand }: Question,
): Promise<Measured> {
  const api = async (n: number) => {
    const url = address(n);
    const headers = url.startsWith('/api/admin/') ? { authorization: `Bearer ${admin.token}` } : {};
    // The answer is left as text: reading it is the caller's work.
    const { statusCode } = await shop.app.inject({ method: 'GET', url, headers });
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}.`);
  };
  const statements: Statement[][] = [];
  for (let n = 0; n < asked; n += 1) statements.push(await recordStatements(() => api(n)));
  const ways = [
    // Not what it was asked before.
    (n: number) => api(asked + n),
    (n: number) => sendAgain(pool, statements[n % asked] ?? []),
    ...(byHand ? [async (n: number) => void (await pool.query(byHand(n)))] : []),
  ];
  for (const way of ways) await ask(way, asked, 16);
  const clock = await processorClock(pool);
  const meters = ways.map((way) => ({ way, meter: meter(clock) }));
  // By turns, because other work on the machine comes and goes.
  for (let from = 0; from < asked; from += asked / turns)
    for (const its of meters) await its.meter.add(() => ask(its.way, from, asked / turns));
  const [took, bare, one] = meters.map((its) => its.meter.took());
  if (!took || !bare) throw new Error('Nothing was measured.');
  return { api: took, bare, byHand: one };
}

function meter(clock: () => number) {
  const all: number[] = [];
  let processor = 0;
  return {
    async add(work: () => Promise<number[]>) {
      const before = clock();
      all.push(...(await work()));
      processor += clock() - before;
    },
    took: (): Took => ({ p95: p95(all), processor: processor / all.length }),
  };
}

/** Milliseconds that each of so many questions took, asked by all callers together. */
async function ask(
  question: (n: number) => Promise<void>,
  from: number,
  times: number,
): Promise<number[]> {
  const took: number[] = [];
  let next = from;
  const caller = async () => {
    while (next < from + times) {
      const n = next;
      next += 1;
      const since = performance.now();
      await question(n);
      took.push(performance.now() - since);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return took;
}

function p95(took: readonly number[]): number {
  return took.toSorted((one, other) => one - other)[Math.floor(took.length * 0.95)] ?? 0;
}

/** As in `12.3 (5.0, 2.5×), 4.0 (1.0; 0.8)`. */
function cellOf({ api, bare, byHand }: Measured): string {
  const times =
    bare.p95 > 0 ? ` (${bare.p95.toFixed(1)}, ${(api.p95 / bare.p95).toFixed(1)}×)` : '';
  const hand = byHand ? `; ${byHand.processor.toFixed(1)}` : '';
  return `${api.p95.toFixed(1)}${times}, ${api.processor.toFixed(1)} (${bare.processor.toFixed(1)}${hand})`;
}

function sayTable(): void {
  say(
    `\n${callers} callers, p95 of ${asked} in ms: API (its statements sent bare, times that), and ms of processor: API (its statements sent bare; one statement by hand).`,
  );
  say(`| question | ${columns.map(({ title }) => title).join(' | ')} |`);
  say(`|---|${columns.map(() => '---|').join('')}`);
  for (const name of new Set(columns.flatMap(({ its }) => [...its.keys()]))) {
    const cells = columns.map(({ its }) => its.get(name)).map((one) => (one ? cellOf(one) : ''));
    say(`| ${name} | ${cells.join(' | ')} |`);
  }
}
