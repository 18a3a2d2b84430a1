// `npm run bench:finding` (`-- --parts 100000`; default: 10,000): how long finding takes, at the API by 8 callers, beside one bare statement of SQL that
// finds the same rows in the same run, on PostgreSQL.
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import type pg from 'pg';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { postgresServer } from '#test/database.ts';
import { startShop, type Person, type TestShop } from '#test/harness.ts';
import { makeParts } from './many-parts.ts';

const { values } = parseArgs({ options: { parts: { type: 'string', default: '10000' } } });
const parts = Number(values.parts);
const callers = 8;
const asked = 160;

interface Question {
  readonly name: string;
  /** The address of the nth question: another one each time, so that nothing answers from a cache. */
  readonly address: (n: number) => string;
  /** The rows alone, as short as they can be asked for. */
  readonly bare: (n: number) => string;
}

const kinds = ['brake disc', 'oil filter', 'spark plug', 'water pump', 'shock absorber'];
const types = ['brake-disc', 'oil-filter-spin-on', 'spark-plug', 'water-pump', 'shock-absorber'];
const kind = (n: number) => kinds[n % kinds.length] ?? '';
const type = (n: number) => types[n % types.length] ?? '';
const newest = (where: string, offset = 0) =>
  `select * from parts where archived_at is null and ${where} order by created_at desc, id desc limit 24 offset ${offset}`;
const lastPage = Math.min(500, Math.max(1, Math.floor(parts / 20 / 24)));

const questions: readonly Question[] = [
  {
    name: 'search with facets',
    address: (n) => `/api/search?q=${encodeURIComponent(`${kind(n)} ${n} mm`)}`,
    bare: (n) =>
      `select * from parts where search @@ '''type ${type(n)}'' & ''is dia ${n}'''::tsquery limit 24`,
  },
  {
    name: 'search of a whole type',
    address: (n) => `/api/search?q=${encodeURIComponent(kind(n))}&priceFrom=${n}`,
    bare: (n) =>
      `select * from parts where type_id = '${type(n)}' and price_cents > ${n * 100} limit 1001`,
  },
  {
    name: 'search without hits',
    address: (n) => `/api/search?q=zeltrane${'abcdefghij'[n % 10]}x%20qwerty${n}`,
    bare: (n) => `select * from parts where search @@ '''qwerty${n}x'''::tsquery limit 24`,
  },
  {
    name: 'number',
    address: (n) => `/api/search?q=8a0%20bn-${1000 + n}`,
    bare: (n) =>
      `select p.* from parts p join part_numbers n on n.part_id = p.id where n.number_key = '8A0BN${1000 + n}'`,
  },
  {
    name: 'suggestions',
    address: (n) => `/api/suggestions?q=${encodeURIComponent(`${kind(n)} ${n}`.slice(0, -1))}`,
    bare: (n) => `select * from parts where search @@ '''type ${type(n)}'''::tsquery limit 5`,
  },
  {
    name: 'category, page 1',
    address: (n) => `/api/search?category=braking&limit=${24 + (n % 3)}`,
    bare: () => newest(`category_id = 'braking'`),
  },
  {
    name: `category, page ${lastPage}`,
    address: (n) => `/api/search?category=braking&page=${lastPage}&limit=${24 + (n % 3)}`,
    bare: () => newest(`category_id = 'braking'`, (lastPage - 1) * 24),
  },
  {
    name: 'vehicles',
    address: (n) => `/api/vehicles?make=Make${n % 30}&model=Model${n % 30}-${n % 40}`,
    bare: (n) => `select * from fitments where make = 'Make${n % 30}' limit 24`,
  },
  {
    name: 'popular vehicle',
    address: (n) => `/api/parts?make=Make0&limit=24&year=${2000 + (n % 20)}`,
    bare: () =>
      `select * from parts where id in (select part_id from fitments where make = 'Make0' limit 24)`,
  },
  {
    name: 'admin list by word',
    address: (n) => `/api/admin/parts?q=${encodeURIComponent(kind(n))}&limit=24`,
    bare: (n) =>
      `select * from parts where search @@ plainto_tsquery('english', '${kind(n)}') limit 24`,
  },
];

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const server = await postgresServer();
if (server === undefined) say('PostgreSQL: not run, none on this machine.');
else {
  const database = await openDatabase({ url: server.url, dataDir: '', unlimited: true });
  await migrate(database.db);
  await makeParts(database.db, parts);
  await database.pool.query('vacuum analyze');
  const shop = await startShop({ database: await openDatabase({ url: server.url, dataDir: '' }) });
  const admin = await shop.person('Ada Admin', { role: 'admin' });
  const { rows } = await sql<{ id: string }>`select id from parts limit ${asked}`.execute(shop.db);
  say(`${parts} parts, ${callers} callers, ms (p95 of ${asked}).`);
  say('| question | ratio | API | bare SQL |');
  say('|---|---|---|---|');
  const part: Question = {
    name: 'part',
    address: (n) => `/api/parts/${rows[n % rows.length]?.id}`,
    bare: (n) => `select * from parts where id = '${rows[n % rows.length]?.id}'`,
  };
  for (const question of [...questions, part]) await measure(shop, database.pool, admin, question);
  await shop.close();
  await database.close();
  await server.stop();
}

async function measure(
  shop: TestShop,
  pool: pg.Pool,
  admin: Person,
  { name, address, bare }: Question,
) {
  const api = async (n: number) => {
    const { status } = await shop.request('GET', address(n), { as: admin });
    if (status !== 200) throw new Error(`${address(n)} answered ${status}.`);
  };
  const database = async (n: number) => void (await pool.query(bare(n)));
  await p95(api, 16);
  await p95(database, 16);
  const [answered, found] = [await p95(api, asked), await p95(database, asked)];
  say(
    `| ${name} | ${(answered / found).toFixed(1)} | ${answered.toFixed(1)} | ${found.toFixed(1)} |`,
  );
}

async function p95(ask: (n: number) => Promise<void>, times: number): Promise<number> {
  const took: number[] = [];
  let next = 0;
  const caller = async () => {
    while (next < times) {
      const n = next;
      next += 1;
      const since = performance.now();
      await ask(n);
      took.push(performance.now() - since);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return took.toSorted((one, other) => one - other)[Math.floor(took.length * 0.95)] ?? 0;
}
