import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { openServerPool } from '#server/db/server-pool.ts';
import { postgresServer, temporaryFolder } from '#test/database.ts';
import type { Buyers } from './buyers.ts';
import { fillShop } from './check-books.ts';
import { type Extent, type Outcome, seconds, until } from './row.ts';
import { startShopProcess } from './shop-process.ts';

const customers = 24;
const readers = 4;
const pauseMs = 20;
/** Of the long form alone: what depends on how busy the machine is. */
const slowestOrderMs = 3_000;
const mostSlowdown = 1.5;
const tooSlow = 'TOO SLOW';

const locks: Record<string, (partId: string) => string> = {
  "one part's row": (partId) => `select from parts where id = '${partId}' for update`,
  'all orders': () => 'lock table orders',
};

/** An answer with how long it took. */
interface Timed {
  readonly status: number;
  readonly ms: number;
}

/** Somebody holds a lock for half a minute, from outside, while customers order what it protects and others read. */
export async function holdLocks({ long }: Extent): Promise<Outcome> {
  const server = await postgresServer();
  if (server === undefined) throw new Error('This machine has no PostgreSQL server.');
  const home = { dataDir: temporaryFolder('locks'), databaseUrl: server.url };
  try {
    const buyers = await fillShop(home, customers);
    const shop = await startShopProcess(home);
    const outside = openServerPool(server.url, { connections: 1 });
    const figures: string[] = [];
    for (const [name, lock] of Object.entries(locks)) {
      const statement = lock(buyers.partId);
      const calm = () => readWhile(shop.address, () => sleep(long ? 15_000 : 500));
      const before = await calm();
      const orders: Timed[] = [];
      const during = await readWhile(shop.address, async () => {
        orders.push(
          ...(await holdWhile(outside, statement, () =>
            orderFor(shop.address, buyers, long ? 30_000 : 3_000),
          )),
        );
      });
      await until(async () => (await order(shop.address, buyers, 0)).status === 201, {
        what: 'orders go on',
        ms: 15_000,
      });
      // Before and after, as other work on the machine comes and goes.
      const others = [...before, ...(await calm())];
      figures.push(`${name}: ${compare({ others, during, orders }, long)}`);
    }
    await outside.end();
    await shop.end('SIGKILL');
    const figure = figures.join('; ');
    assert.ok(!figure.includes(tooSlow), figure);
    return { figure };
  } finally {
    await server.stop();
    rmSync(home.dataDir, { recursive: true, force: true });
  }
}

function compare(
  { others, during, orders }: { others: Timed[]; during: Timed[]; orders: Timed[] },
  long: boolean,
): string {
  for (const { status } of [...others, ...during]) assert.equal(status, 200, 'a page or /readyz');
  for (const { status } of orders) assert.equal(status, 503, 'an order that cannot be placed');
  const [calm, held] = [percentile95(others), percentile95(during)];
  const slowest = Math.max(...orders.map(({ ms }) => ms));
  const isFast = slowest <= slowestOrderMs && held <= mostSlowdown * calm;
  return (
    (long && !isFast ? `${tooSlow} ` : '') +
    `${during.length} pages and /readyz × 200, p95 ${calm.toFixed(1)} → ${held.toFixed(1)} ms, ` +
    `${orders.length} orders × 503 after ${seconds(slowest)} at most, p95 ${seconds(percentile95(orders))}`
  );
}

async function holdWhile<Result>(
  outside: pg.Pool,
  statement: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const holder = await outside.connect();
  await holder.query(`begin; ${statement}`);
  try {
    return await work();
  } finally {
    await holder.query('rollback');
    holder.release();
  }
}

/** Reads pages and `/readyz` in turn, without a cache's help, until `work` is done. */
async function readWhile(address: string, work: () => Promise<void>): Promise<Timed[]> {
  const answers: Timed[] = [];
  let isOpen = true;
  const reading = Promise.all(
    Array.from({ length: readers }, async (_, reader) => {
      for (let turn = reader; isOpen; turn += 1) {
        const path = ['/api/parts', '/api/categories', '/readyz', '/parts'][turn % 4];
        // From many networks, because of the rate limits: a quiet machine reads faster than one network may.
        const from = `10.1.${reader}.${turn % 200}`;
        answers.push(await timed(`${address}${path}`, { 'x-forwarded-for': from }));
        await sleep(pauseMs);
      }
    }),
  );
  await work();
  isOpen = false;
  await reading;
  return answers;
}

/** Every customer orders again as soon as the last order was answered. */
async function orderFor(address: string, buyers: Buyers, ms: number): Promise<Timed[]> {
  const answers: Timed[] = [];
  const endsAt = performance.now() + ms;
  await Promise.all(
    buyers.tokens.map(async (_, customer) => {
      while (performance.now() < endsAt) answers.push(await order(address, buyers, customer));
    }),
  );
  return answers;
}

function order(address: string, buyers: Buyers, customer: number): Promise<Timed> {
  return timed(
    `${address}/api/orders`,
    {
      authorization: `Bearer ${buyers.tokens[customer]}`,
      'x-forwarded-for': `10.0.0.${customer + 1}`,
      'content-type': 'application/json',
    },
    {
      productId: buyers.partId,
      quantity: buyers.quantity,
      address: '12 Dock Road, Leeds',
      phone: '+44 20 7946 0111',
    },
  );
}

async function timed(url: string, headers: HeadersInit, body?: object): Promise<Timed> {
  const since = performance.now();
  const response = await fetch(url, {
    headers,
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  return { status: response.status, ms: performance.now() - since };
}

function percentile95(answers: readonly Timed[]): number {
  const sorted = answers.map(({ ms }) => ms).toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.95)] ?? NaN;
}
