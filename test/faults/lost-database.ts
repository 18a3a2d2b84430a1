import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresServer, temporaryFolder, type PostgresServer } from '#test/database.ts';
import { expectBooks, fillShop } from './check-books.ts';
import { Market } from './buyers.ts';
import { type Extent, type Outcome, randomFrom, seconds, until } from './row.ts';
import { type ShopProcess, startShopProcess } from './shop-process.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

interface Scene {
  readonly server: PostgresServer;
  readonly proxy: TcpProxy;
  readonly shop: ShopProcess;
  readonly market: Market;
  /** How long each fault lasts. */
  readonly lastsMs: number;
}

/** Queries time out after 12 s, so no answer takes much longer. */
const longestAnswerMs = 20_000;
const recoversMs = 15_000;

const troubles: Record<string, (scene: Scene) => Promise<void>> = {
  async killed({ server, lastsMs }) {
    server.signal('SIGKILL');
    await sleep(lastsMs);
    await server.restart();
  },
  async refused({ proxy, lastsMs }) {
    await proxy.be('refuse');
    await sleep(lastsMs);
    await proxy.be('pass');
  },
  async cut({ proxy, lastsMs }) {
    for (let times = 0; times < 10; times += 1) {
      proxy.cut();
      await sleep(lastsMs / 10);
    }
  },
  async hanging({ proxy, lastsMs }) {
    await proxy.be('hang');
    await sleep(lastsMs);
    // Connections whose bytes were dropped never recover.
    await proxy.be('pass');
  },
  async slow({ proxy, lastsMs }) {
    await proxy.be('slow');
    await sleep(lastsMs);
    await proxy.be('pass');
  },
};

/** PostgreSQL is killed and restarted, refuses connections, loses them, hangs and is slow, while customers order, pay and cancel. */
export async function loseDatabase({ long, seed }: Extent): Promise<Outcome> {
  const server = await postgresServer();
  if (server === undefined) throw new Error('This machine has no PostgreSQL server.');
  const proxy = await startTcpProxy(Number(new URL(server.url).port));
  const dataDir = temporaryFolder('lost');
  const direct = { dataDir, databaseUrl: server.url };
  const through = new URL(server.url);
  through.port = String(proxy.port);
  try {
    const buyers = await fillShop(direct, 8);
    const shop = await startShopProcess({ dataDir, databaseUrl: through.href });
    const market = new Market(shop.address, buyers, randomFrom(seed));
    market.begin();
    const scene = { server, proxy, shop, market, lastsMs: long ? 5_000 : 800 };
    const recovered: string[] = [];
    for (let round = 0; round < (long ? 3 : 1); round += 1) {
      for (const [name, trouble] of Object.entries(troubles))
        recovered.push(`${name} ${await suffer(scene, trouble)}`);
    }
    await market.end();
    assert.ok(
      market.counts.slowestMs <= longestAnswerMs,
      `an answer took ${seconds(market.counts.slowestMs)}`,
    );
    await shop.end('SIGTERM');
    await expectBooks(direct, market.orders);
    const { acknowledged, refused503, slowestMs } = market.counts;
    return {
      figure:
        `${acknowledged} acknowledged writes all there, ${refused503} × 503 and nothing worse, slowest answer ${seconds(slowestMs)}; ` +
        `works again after ${recovered.join(', ')}`,
    };
  } finally {
    await proxy.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Answers how long the shop took to recover after a fault, until orders were acknowledged again. */
async function suffer(scene: Scene, trouble: (scene: Scene) => Promise<void>): Promise<string> {
  const { market, shop } = scene;
  await market.acknowledged(market.counts.acknowledged + 10);
  await trouble(scene);
  const since = performance.now();
  assert.equal((await fetch(`${shop.address}/healthz`)).status, 200, 'the process survives');
  await market.acknowledged(market.counts.acknowledged + 10, recoversMs);
  await until(async () => (await fetch(`${shop.address}/readyz`)).status === 200, {
    what: 'ready again',
    ms: recoversMs,
  });
  return seconds(performance.now() - since);
}
