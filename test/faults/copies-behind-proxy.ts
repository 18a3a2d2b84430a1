import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { postgresServer, temporaryFolder } from '#test/database.ts';
import { freePort } from '#test/free-port.ts';
import { type ProxyName, type ReverseProxy, startReverseProxy } from '#test/reverse-proxy.ts';
import type { Buyers, Market } from './buyers.ts';
import { fillShop } from './check-books.ts';
import { until } from './row.ts';
import { type Home, type ShopProcess, startShopProcess } from './shop-process.ts';

/** Two copies of the shop on one PostgreSQL, behind a proxy as deploy/ sets it up. */
export interface CopiesBehindProxy {
  /** The proxy's: `https://localhost:PORT`. */
  readonly address: string;
  /** Of the proxy, for http. */
  readonly httpPort: number;
  readonly proxy: ReverseProxy;
  readonly buyers: Buyers;
  /** Of the database. */
  readonly home: Home;
  /** The running copies. */
  readonly copies: readonly ShopProcess[];
  /** Restarts one copy after the other while people buy, with another program if one is given. */
  restartEach(market: Market, program?: Home['program']): Promise<void>;
  endCopies(signal: NodeJS.Signals): Promise<void>;
  /** Ends everything and deletes its files. */
  close(): Promise<void>;
}

export async function startCopiesBehindProxy(
  name: ProxyName,
  customers: number,
): Promise<CopiesBehindProxy> {
  const server = await postgresServer();
  if (server === undefined) throw new Error('This machine has no PostgreSQL server.');
  const folder = temporaryFolder('behind-proxy');
  const [port, httpPort, one, other] = await freePorts();
  const home = { dataDir: folder, databaseUrl: server.url };
  const address = `https://localhost:${port}`;
  const buyers = await fillShop(home, customers);
  const homes = [one, other].map((own) => copyOf(home, address, own));
  const copies = await Promise.all(homes.map(startShopProcess));
  const proxy = await startReverseProxy(name, { port, httpPort, copies: [one, other] });
  const endCopies = async (signal: NodeJS.Signals): Promise<void> => {
    await Promise.all(copies.map((copy) => copy.end(signal)));
  };
  return {
    address,
    httpPort,
    proxy,
    buyers,
    home,
    copies,
    async restartEach(market, program) {
      for (const [at, own] of homes.entries())
        copies[at] = await restart(
          copies[at],
          program === undefined ? own : { ...own, program },
          market,
        );
    },
    endCopies,
    async close() {
      await endCopies('SIGKILL');
      await proxy.stop();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePorts(): Promise<[number, number, number, number]> {
  return [await freePort(), await freePort(), await freePort(), await freePort()];
}

function copyOf({ dataDir, databaseUrl }: Home, address: string, port: number): Home {
  return {
    dataDir: path.join(dataDir, String(port)),
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    env: {
      PORT: String(port),
      PUBLIC_URL: address,
      IDENTITY_SECRET: 'the same secret for both of the copies',
    },
  };
}

/** Both copies serve before and after it. */
async function restart(
  copy: ShopProcess | undefined,
  home: Home,
  market: Market,
): Promise<ShopProcess> {
  assert.ok(copy);
  await market.acknowledged(market.counts.acknowledged + 20);
  const { code } = await copy.end('SIGTERM');
  assert.equal(code, 0);
  const next = await startShopProcess(home);
  const isReady = async () => (await fetch(`${next.address}/readyz`)).status === 200;
  await until(isReady, { what: 'the copy is ready again', ms: 60_000 });
  await market.acknowledged(market.counts.acknowledged + 20);
  return next;
}
