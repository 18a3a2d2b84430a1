// Started by bench/pages.ts: the shop of one checkout in a process of its own, on a PostgreSQL of its own if there is one on this machine. It tells
// its parent the addresses to ask, and what it and its database have used of the processor.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setInterval as every } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { partSlug } from '#contract/part-rules.ts';
import type * as ManyParts from './many-parts.ts';
import type * as Processor from './processor.ts';
import type * as Site from '#server/http/site.ts';
import type * as Engines from '#test/engines.ts';
import type * as Harness from '#test/harness.ts';

/** What the parent asks for. */
export type Wish =
  | { readonly kind: 'clock' }
  /** By how much the clock of the page cache goes on each time it is read. */
  | { readonly kind: 'step'; readonly ms: number }
  /** Orders of the newest part per second. */
  | { readonly kind: 'orders'; readonly perSecond: number };

/** The answer to each wish: milliseconds of processor used so far. */
export interface Told {
  readonly ms: number;
}

/** The first message. */
export interface Opened {
  readonly engine: string;
  readonly shop: number;
  readonly hello: number;
  readonly parts: readonly string[];
}

const [folder = '', parts = '10000'] = process.argv.slice(2);
// Before the pages are loaded: React's development version takes twice the time.
process.env['NODE_ENV'] = 'production';

// Of the same checkout, because the engines of two differ.
const from = async <Module>(file: string) =>
  (await import(pathToFileURL(path.join(folder, file)).href)) as Module;
const { startShop } = await from<typeof Harness>('test/harness.ts');
const { mountSite } = await from<typeof Site>('server/http/site.ts');
const { databaseOn, engines } = await from<typeof Engines>('test/engines.ts');
const { makeParts } = await from<typeof ManyParts>('bench/many-parts.ts');
const { processorClock } = await from<typeof Processor>('bench/processor.ts');

const engine = engines.at(-1) ?? 'embedded';
const database = await databaseOn(engine);
await makeParts(database.db, Number(parts));
await database.pool.query('vacuum analyze');
let stepMs = 0;
let ahead = 0;
const now = () => Date.now() + (ahead += stepMs);
const clock = { now: () => new Date(), advance: () => undefined };
const shop = await startShop({
  database,
  clock,
  pages: (app, given) => mountSite(app, { ...given, now }),
});
/** As many bytes as a home page has, and its headers. */
const page = { body: Buffer.alloc(8000, 'x'), headers: { policy: 'x'.repeat(1000) } };
const hello = createServer(({ url }, response) => {
  const { body, headers } = url === '/page' ? page : { body: 'hello\n', headers: {} };
  response.writeHead(200, { ...headers, 'content-length': body.length }).end(body);
});
const used = await processorClock(database.pool);
const newest = await shop.db
  .selectFrom('parts')
  .select(['id', 'name'])
  .where('archived_at', 'is', null)
  .orderBy('created_at', 'desc')
  .limit(5000)
  .execute();
await shop.db
  .updateTable('parts')
  .set({ in_stock: 1_000_000_000, order_quantity: 1 })
  .where('id', '=', newest[0]?.id ?? '')
  .execute();

let perSecond = 0;
const wishes = {
  clock: () => undefined,
  step: (wish: { ms: number }) => void (stepMs = wish.ms),
  orders: (wish: { perSecond: number }) => void (perSecond = wish.perSecond),
};

process.on('message', (wish: Wish) => {
  wishes[wish.kind](wish as never);
  process.send?.({ ms: used() } satisfies Told);
});
process.once('disconnect', () => void end());
process.send?.({
  engine,
  shop: await portOf(shop.app.server, () => shop.app.listen({ host: '127.0.0.1', port: 0 })),
  hello: await portOf(hello, () => once(hello.listen(0, '127.0.0.1'), 'listening')),
  parts: newest.map(({ id, name }) => partSlug({ _id: id, name })),
} satisfies Opened);
await placeOrders();

async function portOf(server: Server, listen: () => Promise<unknown>): Promise<number> {
  await listen();
  return (server.address() as AddressInfo).port;
}

/** A customer may have twenty unpaid orders, so each has another one. */
async function placeOrders(): Promise<void> {
  let buyers = 0;
  let due = 0;
  for await (const _tick of every(50)) {
    due += perSecond / 20;
    for (; due >= 1; due -= 1) {
      const buyer = await shop.person(`Buyer ${(buyers += 1)}`);
      await shop.order(buyer, newest[0]?.id ?? '', 1);
    }
  }
}

async function end(): Promise<void> {
  await shop.close();
  process.exit();
}
