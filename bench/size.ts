// `npm run bench:size`: how the shop answers as it grows: every list, search and public page, and the doctor's page, by 8 callers, with 10,000, 100,000 and
// 1,000,000 parts and as many orders. bench/README.md tells its options and how to read it.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase, type Database } from '#server/db/open.ts';
import { freshDatabase, postgresServer } from '#test/database.ts';
import { startShop, type TestShop } from '#test/harness.ts';
import { recordStatements, sendAgain, type Statement } from '#test/recorded-statements.ts';
import { countStock } from '#server/figures/stock.ts';
import { rebuildSums, sumUpDays } from '#server/figures/sum-up.ts';
import { sumUpEmptySearches } from '#server/search/empty-searches-store.ts';
import { makeLargeShop } from './large-shop.ts';
import { largeCustomer, makeLaterLists, makeLongLists } from './long-lists.ts';
import { memorySpeed } from './memory-speed.ts';
import { pageClock } from './page-clock.ts';
import { processorClock } from './processor.ts';
import type { Answered, Asking } from './size-client.ts';
import { startCopies } from './size-copies.ts';
import type { Asker, Question } from './question.ts';
import { lookAround, questionsTo } from './size-questions.ts';

const { values } = parseArgs({
  options: {
    parts: { type: 'string', default: '10000,100000,1000000' },
    engines: { type: 'string', default: 'PostgreSQL,embedded' },
    server: { type: 'string' },
    /** Of the shop, on PostgreSQL: the callers are divided between them. */
    copies: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    times: { type: 'string', default: '160' },
    /** Asked before those that are counted. When it is left out: as many as are counted, of a page so many that V8 has compiled what makes it. */
    before: { type: 'string' },
    /** Nanoseconds of a read of memory: turns between slower ones are measured again, for some time. Default: each turn counts. */
    quiet: { type: 'string' },
    /** Also the statements of each answer with nothing around them. */
    statements: { type: 'boolean', default: false },
  },
});
const sizes = values.parts.split(',').map(Number);
const callers = 8;
const asked = Number(values.times);
const pagesBefore = 1500;
const turns = 4;
const copies = Number(values.copies);
const quietNs = Number(values.quiet ?? Infinity);
/** For one question: then its turns count however slow memory is. */
const longestWaitMs = 90_000;
const pollMs = 300;
const wanted = values.only.split(',');
/** More is not what the embedded engine is for. */
const mostEmbedded = 100_000;
/** Milliseconds within which 95 of 100 answers are to be there. */
const goals: Readonly<Record<Asker, number>> = { anybody: 50, customer: 50, admin: 150 };

/** Milliseconds that answers took, and of processor for each. */
interface Took {
  readonly p95: number;
  readonly processor: number;
}

interface Measured extends Took {
  /** Its own statements with nothing around them. */
  readonly bare: Took | undefined;
  /** Nanoseconds of a read of memory, before or after each turn, whichever took longer. */
  readonly reads: readonly number[];
  /** Turns that were measured again because memory was slow. */
  readonly again: number;
  /** Answers that were no 200. */
  readonly others: readonly string[];
  readonly isOver: boolean;
}

// Before the pages are loaded: React's development version takes twice the time.
process.env['NODE_ENV'] = 'production';
const { mountSite } = await import('#server/http/site.ts');

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const askers = fork(path.join(import.meta.dirname, 'size-client.ts'));
askers.once('exit', (code) => code !== 0 && process.exit(1));
const nanosecondsOfRead = memorySpeed();
const columns: { readonly title: string; readonly its: ReadonlyMap<string, Measured> }[] = [];

for (const engine of values.engines.split(','))
  for (const size of sizes) {
    const opened = engine === 'PostgreSQL' ? await onServer(size) : await embedded(size);
    if (opened === undefined) continue;
    const title = `${engine}, ${size.toLocaleString('en')}`;
    columns.push({ title, its: await measureAll(opened, title) });
    await opened.close();
  }
sayTable();
askers.disconnect();

interface Opened {
  readonly database: Omit<Database, 'engine'>;
  /** Of its server; the embedded engine has none. */
  readonly url?: string;
  close(): Promise<void>;
}

/** On the given server each shop is made once, in a database of its own, and stays; without one it is made on a server that ends with this run. */
async function onServer(size: number): Promise<Opened | undefined> {
  const own = values.server === undefined ? await postgresServer() : undefined;
  const url = values.server === undefined ? own?.url : await keptDatabase(values.server, size);
  if (url === undefined) {
    say('PostgreSQL: not run, none on this machine.');
    return undefined;
  }
  await fill(await openDatabase({ url, dataDir: '', unlimited: true }), size);
  const database = await openDatabase({ url, dataDir: '' });
  return { database, url, close: async () => own?.stop() };
}

async function keptDatabase(server: string, size: number): Promise<string> {
  const name = `size_${size}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function embedded(size: number): Promise<Opened | undefined> {
  if (size > mostEmbedded) return undefined;
  const database = await freshDatabase();
  await fill({ ...database, close: async () => undefined }, size);
  return { database, close: async () => undefined };
}

/** What is there already stays; migrations that are new are applied to it. */
async function fill(database: Omit<Database, 'engine'>, size: number): Promise<void> {
  await migrate(database.db);
  const has = async (table: string) =>
    (await sql`select from ${sql.table(table)} limit 1`.execute(database.db)).rows.length > 0;
  const shop = await startShop({ database: { ...database, close: async () => undefined } });
  if (!(await has('parts')))
    await makeLargeShop(shop, database.pool, { parts: size, orders: size }, say);
  if (!(await has('imports'))) {
    await makeLongLists(database.db, size);
    await database.pool.query('vacuum analyze');
    // Orders of the past came after a first minute, whose day is the first that has sums.
    await rebuildSums(shop);
  }
  await makeLaterLists(database.db);
  await database.pool.query('analyze');
  await keepFigures(shop);
  await shop.close();
  await database.close();
}

/** What background work does in its first minutes. */
async function keepFigures(shop: TestShop): Promise<void> {
  const since = performance.now();
  await sumUpDays(shop);
  await sumUpEmptySearches(shop);
  const summed = performance.now();
  await countStock(shop);
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
  say(
    `days summed up in ${seconds(since, summed)} s, stock counted in ${seconds(summed, performance.now())} s`,
  );
}

async function measureAll(
  { database, url }: Opened,
  title: string,
): Promise<Map<string, Measured>> {
  const further = await startCopies(url ?? '', url === undefined ? 1 : copies);
  const pageTime = pageClock(1 + further.ports.length);
  const shop = await startShop({
    database,
    pages: (app, given) => mountSite(app, { ...given, now: pageTime.now }),
  });
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  shop.app.server.prependListener('request', pageTime.count);
  const ports = [(shop.app.server.address() as AddressInfo).port, ...further.ports];
  const tokens = await tokensOf(shop);
  const clock = await processorClock(database.pool, further.pids);
  const measured = new Map<string, Measured>();
  for (const question of await questionsTo(shop.db, await lookAround(shop.db))) {
    if (![...wanted, 'healthz'].some((its) => question.name.includes(its))) continue;
    const startClock = async () => {
      pageTime.start(question);
      await further.startClock(question);
    };
    const its = await measure({ pool: database.pool, ports, clock, tokens, question, startClock });
    measured.set(question.name, its);
    const reads = `reads of ${its.reads.map((ns) => ns.toFixed(0)).join(', ')} ns`;
    const machine = `load ${os.loadavg()[0]?.toFixed(1)}, ${reads}, ${its.again} turns measured again`;
    say(`${title}: ${question.name}: ${cellOf(its)}, ${machine}`);
  }
  await further.close();
  await shop.close();
  return measured;
}

type Tokens = Readonly<Partial<Record<Asker, string>>>;

/** Of a new admin, and of the customer with thousands of orders, in place of another new account. */
async function tokensOf(shop: TestShop): Promise<Tokens> {
  const admin = await shop.person('Ada Admin', { role: 'admin', tokenHours: 1000 });
  const customer = await shop.person('Wholesale Customer', { tokenHours: 1000 });
  await sql`
    update access_tokens set user_id = (select id from users where email = ${largeCustomer.email}) where user_id = ${customer.userId}`.execute(
    shop.db,
  );
  return { admin: admin.token, customer: customer.token };
}

interface Measuring {
  readonly pool: pg.Pool;
  /** Of the copies of the shop. */
  readonly ports: readonly number[];
  /** Milliseconds of processor used so far. */
  readonly clock: () => number;
  readonly tokens: Tokens;
  readonly question: Question;
  /** Lets the clocks of the page caches go on with the next request, so that no page of those asked before is fresh. */
  startClock(): Promise<void>;
}

async function measure(measuring: Measuring): Promise<Measured> {
  const { pool, ports, clock, tokens, question, startClock } = measuring;
  const { address, by, page } = question;
  const token = tokens[by];
  const headers = [
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ...(page ? ['accept: text/html', 'accept-encoding: gzip, deflate, br, zstd'] : []),
  ];
  const others = new Map<string, number>();
  const api = async (from: number, times: number) => {
    const addresses = Array.from({ length: times }, (_, place) => address(from + place));
    const answered = await askShop({ ports, callers, addresses, headers });
    for (const [what, count] of answered.others) others.set(what, (others.get(what) ?? 0) + count);
    return answered.took;
  };
  const statements: Statement[][] = [];
  if (values.statements)
    for (let n = 0; n < asked; n += 1) statements.push(await recordStatements(() => api(n, 1)));
  const bare = (from: number, times: number) =>
    sendAll((n) => sendAgain(pool, statements[n % asked] ?? []), from, times);
  const ways = [
    (from: number, times: number) => api(asked + from, times),
    ...(values.statements ? [bare] : []),
  ];
  const meters = ways.map((way) => ({ way, meter: meter(clock) }));
  // Others before, which are not counted: what a process does for the first time, and what the database has to fetch from the disk.
  const before = Number(values.before ?? (page ? pagesBefore : asked));
  await startClock();
  for (const { way } of meters) await way(asked, before);
  await startClock();
  const reads: number[] = [];
  const until = performance.now() + longestWaitMs;
  const isLate = () => performance.now() > until;
  let [from, again] = [0, 0];
  // By turns, because other work on the machine comes and goes.
  while (reads.length < turns) {
    const readBefore = await quietRead(isLate);
    const all: Turn[] = [];
    for (const its of meters) all.push(await its.meter.turn(() => its.way(from, asked / turns)));
    // What was asked already is known, so another try asks further ones.
    from += asked / turns;
    const slower = Math.max(readBefore, nanosecondsOfRead());
    if (slower > quietNs && !isLate()) again += 1;
    else {
      for (const [at, its] of meters.entries()) its.meter.count(all[at]);
      reads.push(slower);
    }
  }
  const [took, bareTook] = meters.map((its) => its.meter.took());
  if (took === undefined) throw new Error('Nothing was measured.');
  return {
    ...took,
    bare: bareTook,
    reads,
    again,
    others: [...others].slice(0, 3).map(([what, times]) => `${what}, ${times} times`),
    isOver: took.p95 > goals[by],
  };
}

/** What answers of one turn took in ms, and ms of processor for all of them. */
interface Turn {
  readonly took: readonly number[];
  readonly processor: number;
}

function meter(clock: () => number) {
  const counted: Turn[] = [];
  return {
    async turn(work: () => Promise<readonly number[]>): Promise<Turn> {
      const before = clock();
      const took = await work();
      return { took, processor: clock() - before };
    },
    count: (turn: Turn | undefined) => turn && counted.push(turn),
    took(): Took {
      const all = counted.flatMap(({ took }) => took);
      const processor = counted.reduce((sum, turn) => sum + turn.processor, 0);
      return { p95: p95(all), processor: processor / all.length };
    },
  };
}

/** Nanoseconds of a read of memory, as soon as it is quiet, or it is late. */
async function quietRead(isLate: () => boolean): Promise<number> {
  let ns = nanosecondsOfRead();
  while (ns > quietNs && !isLate()) {
    await setTimeout(pollMs);
    ns = nanosecondsOfRead();
  }
  return ns;
}

async function askShop(asking: Asking): Promise<Answered> {
  askers.send(asking);
  const [answered] = (await once(askers, 'message')) as [Answered];
  return answered;
}

/** Milliseconds that each of so many took, of which as many are under way as there are callers. */
async function sendAll(
  send: (n: number) => Promise<void>,
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
      await send(n);
      took.push(performance.now() - since);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return took;
}

function p95(took: readonly number[]): number {
  return took.toSorted((one, other) => one - other)[Math.floor(took.length * 0.95)] ?? 0;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}

/** As in `12.3, 4.0`, bold above the goal; with the statements as in `12.3 (5.0, 2.5×), 4.0 (1.0)`. */
function cellOf({ p95: ms, processor, bare, isOver, others }: Measured): string {
  const times = bare ? ` (${bare.p95.toFixed(1)}, ${(ms / bare.p95).toFixed(1)}×)` : '';
  const its = bare ? ` (${bare.processor.toFixed(1)})` : '';
  const cell = `${ms.toFixed(1)}${times}, ${processor.toFixed(1)}${its}`;
  const failed = others.length > 0 ? ` (${others[0]})` : '';
  return (isOver ? `**${cell}**` : cell) + failed;
}

function sayTable(): void {
  say(
    `\n${callers} callers: p95 of ${asked} in ms, and ms of processor of one. Bold: above ${goals.customer}, of admins above ${goals.admin}.`,
  );
  say(`| question | ${columns.map(({ title }) => title).join(' | ')} |`);
  say(`|---|${columns.map(() => '---|').join('')}`);
  for (const name of new Set(columns.flatMap(({ its }) => [...its.keys()]))) {
    const cells = columns.map(({ its }) => its.get(name)).map((one) => (one ? cellOf(one) : ''));
    say(`| ${name} | ${cells.join(' | ')} |`);
  }
  const readings = columns.map(({ its }) => [...its.values()].flatMap(({ reads }) => reads));
  const told = readings.map((reads) =>
    [median(reads), Math.min(...reads), Math.max(...reads)].map((one) => one.toFixed(0)),
  );
  const cells = told.map(([middle, least, most]) => `${middle} (${least}–${most})`);
  say(`| nanoseconds of a read at random within 4 MB, median | ${cells.join(' | ')} |`);
  const failed = columns.flatMap(({ title, its }) =>
    [...its].flatMap(([name, { others }]) => others.map((one) => `${title}: ${name}: ${one}`)),
  );
  // What was refused is no measurement.
  process.exitCode = failed.length === 0 ? 0 : 1;
  say(
    failed.length === 0
      ? '\nEach answer was a 200.'
      : `\nNot answered with 200:\n${failed.join('\n')}`,
  );
}
