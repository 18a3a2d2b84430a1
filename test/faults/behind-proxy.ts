import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { postgresServer, temporaryFolder } from '#test/database.ts';
import { freePort } from '#test/free-port.ts';
import { type ProxyName, startReverseProxy } from '#test/reverse-proxy.ts';
import { Market } from './buyers.ts';
import { expectBooks, fillShop } from './check-books.ts';
import { type Extent, type Outcome, randomFrom, seconds, until } from './row.ts';
import { type Home, type ShopProcess, startShopProcess } from './shop-process.ts';

const customers = 6;
/** As large as a picture may be. */
const largeBytes = 8_000_000;
/** It orders and pays in turn. */
const orderAndPay = () => 0.55;

/** Two copies on one PostgreSQL behind a proxy as deploy/ sets it up: somebody signs in and buys; then they are restarted in turn under buyers. */
export async function restartBehindProxy(
  name: ProxyName,
  { long, seed }: Extent,
): Promise<Outcome> {
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
  try {
    const token = await signUp(address);
    const newcomer = new Market(address, { ...buyers, tokens: [token] }, orderAndPay);
    newcomer.begin();
    await newcomer.acknowledged(2);
    await newcomer.end();
    await expectLimits(address);

    const market = new Market(address, buyers, randomFrom(seed));
    market.begin();
    const rounds = long ? 5 : 1;
    for (let round = 0; round < rounds; round += 1)
      for (const [at, copy] of copies.entries())
        copies[at] = await restart(copy, homes[at], market);
    await market.end();
    await market.repeatAll();
    for (const copy of copies) await copy.end('SIGTERM');
    await expectBooks(home, [...newcomer.orders, ...market.orders]);
    const { acknowledged, place, pay, unanswered, refused503, slowestMs } = market.counts;
    return {
      figure: `${2 * rounds} restarts under ${customers} buyers: ${acknowledged} writes acknowledged (${place} orders, ${pay} paid), 0 failed; ${refused503} times 503 and ${unanswered} times no answer, all repeated; slowest ${seconds(slowestMs)}`,
    };
  } finally {
    await Promise.all(copies.map((copy) => copy.end('SIGKILL')));
    await proxy.stop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
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

/** Restarts a copy while people buy; both copies serve before and after it. */
async function restart(
  copy: ShopProcess,
  home: Home | undefined,
  market: Market,
): Promise<ShopProcess> {
  assert.ok(home);
  await market.acknowledged(market.counts.acknowledged + 20);
  const { code } = await copy.end('SIGTERM');
  assert.equal(code, 0);
  const next = await startShopProcess(home);
  const isReady = async () => (await fetch(`${next.address}/readyz`)).status === 200;
  await until(isReady, { what: 'the copy is ready again', ms: 60_000 });
  await market.acknowledged(market.counts.acknowledged + 20);
  return next;
}

/** Opens an account and signs in, as the pages do; answers the access token. */
async function signUp(address: string): Promise<string> {
  const [name, email] = ['New Comer', 'new.comer@example.com'];
  const headers = { 'content-type': 'application/json', origin: address };
  const registered = await fetch(`${address}/api/identity/sign-up/email`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name, email, password: 'bulk-order' }),
  });
  assert.equal(registered.status, 200);
  const cookies = registered.headers.getSetCookie();
  assert.ok(
    cookies.every((cookie) => cookie.includes('Secure')),
    'cookies are for https',
  );
  const cookie = cookies.map((one) => one.split(';')[0]).join('; ');
  const session = await fetch(`${address}/api/identity/token`, { headers: { cookie } });
  const { token } = (await session.json()) as { token: string };
  const entered = await fetch(`${address}/api/users/${email}`, {
    method: 'PUT',
    headers: { ...headers, authorization: `Bearer ${token}` },
    body: JSON.stringify({ name, email }),
  });
  const { accessToken } = (await entered.json()) as { accessToken: string };
  return accessToken;
}

/** Pages come through, and what may be as large as a picture; metrics do not. */
async function expectLimits(address: string): Promise<void> {
  const ask = async (place: string, init?: RequestInit) =>
    (await fetch(`${address}${place}`, init)).status;
  assert.equal(await ask('/'), 200);
  assert.equal(await ask('/metrics'), 404);
  const picture = new FormData();
  picture.set('image', new Blob([new Uint8Array(largeBytes)], { type: 'image/png' }), 'a.png');
  assert.equal(await ask('/api/images', { method: 'POST', body: picture }), 401);
}
