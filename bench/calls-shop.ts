// Started by bench/calls.ts: the shop of one checkout in a process of its own, on a PostgreSQL that it starts, or as a further copy on that of another.
// Its card provider is scripted. `bare` serves the calls by hand instead (calls-bare.ts).
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { portOf, serveBare } from './calls-bare.ts';
import type * as ManyParts from './many-parts.ts';
import type * as Processor from './processor.ts';
import { scriptedCards } from './scripted-cards.ts';
import type * as Migrate from '#server/db/migrate.ts';
import type * as Open from '#server/db/open.ts';
import type * as Database from '#test/database.ts';
import type * as Books from '#test/faults/check-books.ts';
import type * as Harness from '#test/harness.ts';

/** What the parent asks for; each is answered. */
export type Wish =
  /** Milliseconds of processor so far. */
  | { readonly kind: 'clock' }
  /** Access tokens of so many new customers; what they were counted for is forgotten. */
  | { readonly kind: 'customers'; readonly count: number }
  /** The planner is to know how much there is by now. */
  | { readonly kind: 'analyze' }
  /** The provider's messages that these intents are paid. */
  | { readonly kind: 'messages'; readonly intents: readonly string[] };

/** A message of the card provider. */
export interface Message {
  readonly body: string;
  readonly signature: string;
}

/** The first message of the process. */
export interface Opened {
  readonly port: number;
  readonly url: string;
  readonly parts: readonly string[];
  /** Those that are ordered: there are enough pieces of them. */
  readonly ordered: readonly string[];
}

/** Many, because orders of one part wait for each other. */
const partsOrdered = 64;

const [folder = '', parts = '10000', how = 'shop'] = process.argv.slice(2);
const given = how.startsWith('postgres') ? how : undefined;
process.env['NODE_ENV'] = 'production';

// Of the same checkout, because those of two differ.
const from = async <Module>(file: string) =>
  (await import(pathToFileURL(path.join(folder, file)).href)) as Module;
const { startShop } = await from<typeof Harness>('test/harness.ts');
const { postgresServer } = await from<typeof Database>('test/database.ts');
const { openDatabase } = await from<typeof Open>('server/db/open.ts');
const { migrate } = await from<typeof Migrate>('server/db/migrate.ts');
const { makeParts } = await from<typeof ManyParts>('bench/many-parts.ts');
const { insertCustomers } = await from<typeof Books>('test/faults/check-books.ts');
const { processorClock } = await from<typeof Processor>('bench/processor.ts');

const server = given === undefined ? await postgresServer() : undefined;
const url = given ?? server?.url;
if (url === undefined) throw new Error('There is no PostgreSQL on this machine.');
const database = await openDatabase({ url, dataDir: '' });
const { db, pool } = database;
if (server !== undefined) await fill();
const used = await processorClock(pool);
const shop = how === 'bare' ? undefined : await openShop();

process.on('message', (wish: Wish) => void answer(wish).then((told) => process.send?.(told)));
process.once('disconnect', () => void end());
process.send?.({
  port: shop === undefined ? await serveBare(url) : portOf(shop.app.server),
  url,
  parts: await idsOf((rows) => rows.limit(5000)),
  ordered: await idsOf((rows) => rows.where('order_quantity', '=', 1)),
} satisfies Opened);

async function answer(wish: Wish): Promise<number | string[] | Message[]> {
  if (wish.kind === 'clock') return used();
  if (wish.kind === 'messages') return wish.intents.map(messageOf);
  if (wish.kind === 'analyze') return (await pool.query('analyze')).rows;
  // Otherwise the one address from which they all pay would be refused.
  await pool.query('delete from identity.attempts');
  return insertCustomers(db, wish.count);
}

async function openShop() {
  const clock = { now: () => new Date(), advance: () => undefined };
  const opened = await startShop({ database, clock, through: scriptedCards });
  await opened.app.listen({ host: '127.0.0.1', port: 0 });
  return opened;
}

function messageOf(intentId: string): Message {
  const body = JSON.stringify({
    id: `evt_${intentId}`,
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { id: intentId, object: 'payment_intent' } },
  });
  return { body, signature: shop?.sandbox.sandbox.sign(body) ?? '' };
}

async function fill(): Promise<void> {
  await migrate(db);
  await makeParts(db, Number(parts));
  const ids = (await idsOf((rows) => rows.limit(partsOrdered))).slice();
  const enough = { in_stock: 1_000_000_000, order_quantity: 1 };
  await db.updateTable('parts').set(enough).where('id', 'in', ids).execute();
  await pool.query('vacuum analyze');
}

/** Of parts on sale, the newest first. */
async function idsOf(
  narrow: (rows: ReturnType<typeof onSale>) => ReturnType<typeof onSale>,
): Promise<string[]> {
  return (await narrow(onSale()).execute()).map(({ id }) => id);
}

function onSale() {
  const rows = db.selectFrom('parts').select('id').where('archived_at', 'is', null);
  return rows.orderBy('created_at', 'desc');
}

async function end(): Promise<void> {
  await (shop ?? database).close();
  await server?.stop();
  process.exit();
}
