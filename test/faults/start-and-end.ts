import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#server/db/open.ts';
import { freshDataDir } from '#test/database.ts';
import { expectBooks, fillShop } from './check-books.ts';
import { type KnownOrder, Market } from './buyers.ts';
import { type Extent, type Outcome, randomFrom, seconds } from './row.ts';
import { DidNotOpen, type Home, startShopProcess } from './shop-process.ts';

const endsMs = 10_000;
const noOrder = '00000000-0000-4000-8000-000000000000';

/** A second shop on the same embedded database is refused with a sentence; the first is not affected. */
export async function startTwice(): Promise<Outcome> {
  const dataDir = await freshDataDir();
  await fillShop({ dataDir }, 1);
  const first = await startShopProcess({ dataDir });
  try {
    const since = performance.now();
    const refused = await startShopProcess({ dataDir }).then(
      () => assert.fail('A second process opened the same database.'),
      (error: unknown) => error,
    );
    assert.ok(refused instanceof DidNotOpen, String(refused));
    assert.equal(refused.code, 1);
    assert.match(
      refused.message,
      /is in use by another process\. Two at once would lose data, so this one does not open it/,
    );
    const tookMs = performance.now() - since;
    assert.equal((await fetch(`${first.address}/readyz`)).status, 200);
    return {
      figure: `exit 1 after ${seconds(tookMs)}: '${refused.message.trim().replaceAll(dataDir, 'DATA_DIR')}'; the first still ready`,
    };
  } finally {
    await first.end('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** SIGTERM while customers order, pay and cancel: first not ready, then requests under way finish, then exit 0. */
export async function endUnderLoad({ long, seed }: Extent): Promise<Outcome> {
  const dataDir = await freshDataDir();
  const home = { dataDir };
  try {
    const buyers = await fillShop(home, 8);
    const random = randomFrom(seed);
    let shop = await startShopProcess(home);
    const market = new Market(shop.address, buyers, random);
    market.begin();
    const ends = long ? 5 : 1;
    let slowestMs = 0;
    for (let end = 1; end <= ends; end += 1) {
      await market.acknowledged(market.counts.acknowledged + 30);
      await sleep(random() * 50);
      const readiness = await watchReadiness(shop.address);
      const ended = await shop.end('SIGTERM');
      assert.deepEqual(
        [ended.code, ended.signal],
        [0, null],
        `ended with ${ended.code} after ${seconds(ended.ms)}: ${shop.said()}`,
      );
      assert.ok(ended.ms < endsMs, `took ${seconds(ended.ms)} to end`);
      slowestMs = Math.max(slowestMs, ended.ms);
      assert.deepEqual(
        await readiness.untilClosed,
        ['200', '503', 'closed'],
        'not ready before the door is closed',
      );
      // Time to read the last answers.
      await sleep(200);
      await expectNotBegun(home, market.waiting());
      shop = await startShopProcess(home);
      market.address = shop.address;
    }
    await market.end();
    await shop.end('SIGTERM');
    await expectBooks(home, market.orders);
    return {
      figure: `${ends} × SIGTERM: /readyz 503 first, exit 0 after at most ${seconds(slowestMs)}, ${market.counts.acknowledged} acknowledged writes all there, nothing begun left unanswered`,
    };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Expects that requests without an answer had no effect: no such order was placed or cancelled. */
async function expectNotBegun({ dataDir }: Home, waiting: readonly KnownOrder[]): Promise<void> {
  const { db, close } = await openDatabase({ dataDir });
  try {
    const keys = waiting.filter(({ under }) => under === 'place').map(({ key }) => key);
    const ids = waiting.filter(({ under }) => under === 'cancel').map(({ id }) => id ?? '');
    const made = await db
      .selectFrom('idempotency_keys')
      .select('key')
      .where('key', 'in', [...keys, ''])
      .execute();
    const cancelled = await db
      .selectFrom('orders')
      .select('id')
      .where('id', 'in', [...ids, noOrder])
      .where('state', '<>', 'unpaid')
      .execute();
    assert.deepEqual([made, cancelled], [[], []], 'what was done was answered');
  } finally {
    await close();
  }
}

/** Polls `/readyz` over new connections; after the first 200, answers each change until the port is closed. */
async function watchReadiness(address: string): Promise<{ untilClosed: Promise<string[]> }> {
  const said = [await readinessOf(address)];
  const giveUpAt = performance.now() + 2 * endsMs;
  const watch = async (): Promise<string[]> => {
    while (performance.now() < giveUpAt) {
      const word = await readinessOf(address);
      // Connections that the system has accepted but the shop has not are reset when the port is closed.
      if (said.at(-1) !== word && word !== 'reset') said.push(word);
      if (word === 'closed') break;
      await sleep(20);
    }
    return said;
  };
  return { untilClosed: watch() };
}

function readinessOf(address: string): Promise<string> {
  return fetch(`${address}/readyz`, { headers: { connection: 'close' } }).then(
    ({ status }) => String(status),
    (error: Error) =>
      (error.cause as { code?: string } | undefined)?.code === 'ECONNREFUSED' ? 'closed' : 'reset',
  );
}
