import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { freshDataDir } from '#test/database.ts';
import { expectBooks, fillShop } from './check-books.ts';
import { Market } from './buyers.ts';
import { type Extent, type Outcome, randomFrom, seconds, until } from './row.ts';
import { DidNotOpen, type Home, startShopProcess, type ShopProcess } from './shop-process.ts';

const refusals = 20;
/** How long the disk stays full in the last round of the long form. */
const longFullMs = 40_000;
const recoversMs = 30_000;

/**
 * The disk of the embedded database is full (ENOSPC) while customers order, pay and cancel. Writes that need space are
 * answered 503. If the engine fails, the process ends and is restarted, as an operator's supervisor does.
 */
export async function fillDisk({ long, seed }: Extent): Promise<Outcome> {
  const dataDir = await freshDataDir();
  const flag = path.join(dataDir, 'the-disk-is-full');
  const preload = `${pathToFileURL(path.join(import.meta.dirname, 'full-disk-preload.ts')).href}?${encodeURIComponent(flag)}`;
  const home: Home = { dataDir, preload };
  try {
    const buyers = await fillShop({ dataDir }, 8);
    const keeper = new Keeper(home);
    const market = new Market((await keeper.open()).address, buyers, randomFrom(seed));
    market.begin();
    let browsed = 0;
    let slowestMs = 0;
    const times = long ? 5 : 1;
    for (let time = 0; time < times; time += 1) {
      await market.acknowledged(market.counts.acknowledged + 30);
      const before = market.counts.refused503;
      writeFileSync(flag, '');
      const fullSince = performance.now();
      const lastsMs = long && time === times - 1 ? longFullMs : 0;
      const isEnough = (): boolean =>
        market.counts.refused503 >= before + refusals && performance.now() - fullSince >= lastsMs;
      await until(() => isEnough() || keeper.hasEnded || market.surprises.length > 0, {
        what: 'a write that needs room',
        ms: 120_000,
      });
      if (!keeper.hasEnded && (await fetch(`${market.address}/api/parts`)).status === 200)
        browsed += 1;
      rmSync(flag);
      const since = performance.now();
      if (keeper.hasEnded) market.address = (await keeper.open()).address;
      assert.deepEqual(market.surprises, []);
      await market.acknowledged(market.counts.acknowledged + 30, recoversMs);
      slowestMs = Math.max(slowestMs, performance.now() - since);
    }
    await market.end();
    await keeper.close();
    assert.ok(market.counts.refused503 > 0, 'the disk was full for somebody');
    await expectBooks({ dataDir }, market.orders);
    return {
      figure:
        `${times} × full (ENOSPC under the embedded engine's files): ${market.counts.acknowledged} acknowledged writes all there, ` +
        `${market.counts.refused503} × 503, browsing 200 in ${browsed} of ${times}, the engine gave up ${keeper.ends} times, ` +
        `30 writes after there was room within ${seconds(slowestMs)}`,
    };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Restarts the shop when it has ended, as an operator's supervisor does. */
class Keeper {
  hasEnded = false;
  ends = 0;
  readonly #home: Home;
  #shop: ShopProcess | undefined;

  constructor(home: Home) {
    this.#home = home;
  }

  async open(): Promise<ShopProcess> {
    for (;;) {
      try {
        const shop = await startShopProcess(this.#home);
        this.#shop = shop;
        this.hasEnded = false;
        void shop.ended.then(() => {
          this.hasEnded = true;
          this.ends += 1;
        });
        return shop;
      } catch (error) {
        if (!(error instanceof DidNotOpen)) throw error;
        await sleep(500);
      }
    }
  }

  async close(): Promise<void> {
    await this.#shop?.end('SIGTERM');
    this.ends -= 1;
  }
}
