import assert from 'node:assert/strict';
import { type ClientRequest, request } from 'node:http';
import { request as requestByTls } from 'node:https';
import type { ProxyName } from '#test/reverse-proxy.ts';
import { Market } from './buyers.ts';
import { expectBooks } from './check-books.ts';
import { type CopiesBehindProxy, startCopiesBehindProxy } from './copies-behind-proxy.ts';
import { type Extent, type Outcome, randomFrom, seconds } from './row.ts';

const customers = 6;
/** As large as a picture may be. */
const largeBytes = 8_000_000;
/** It orders and pays in turn. */
const orderAndPay = () => 0.55;

/** Somebody signs in and buys through the proxy; then both copies are restarted in turn under buyers. */
export async function restartBehindProxy(
  name: ProxyName,
  { long, seed }: Extent,
): Promise<Outcome> {
  const shop = await startCopiesBehindProxy(name, customers);
  const { address, buyers } = shop;
  try {
    const token = await signUp(address);
    const newcomer = new Market(address, { ...buyers, tokens: [token] }, orderAndPay);
    newcomer.begin();
    await newcomer.acknowledged(2);
    await newcomer.end();
    await expectLimits(address);
    if (name === 'nginx') await expectNames(shop.httpPort);

    const market = new Market(address, buyers, randomFrom(seed));
    market.begin();
    const rounds = long ? 5 : 1;
    for (let round = 0; round < rounds; round += 1) await shop.restartEach(market);
    await market.end();
    await market.repeatAll();
    await shop.endCopies('SIGTERM');
    await expectNoQueries(shop);
    await expectBooks(shop.home, [...newcomer.orders, ...market.orders]);
    const { acknowledged, place, pay, unanswered, refused503, slowestMs } = market.counts;
    return {
      figure: `${2 * rounds} restarts under ${customers} buyers: ${acknowledged} writes acknowledged (${place} orders, ${pay} paid), 0 failed; ${refused503} times 503 and ${unanswered} times no answer, all repeated; slowest ${seconds(slowestMs)}`,
    };
  } finally {
    await shop.close();
  }
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

/** What the proxy says of requests that found no shop, and of all before, has none of their queries: they may hold a VIN. */
async function expectNoQueries({ address, httpPort, proxy }: CopiesBehindProxy): Promise<void> {
  const query = '?q=1HGCM82633A004352';
  const headers = { referer: `${address}/parts${query}` };
  const { status } = await fetch(`${address}/parts${query}`, { headers });
  assert.ok(status === 502 || status === 503, `no copy answers: ${status}`);
  for (const host of ['localhost', 'other.example']) {
    const asked = { path: `/parts${query}`, headers: { ...headers, host } };
    await ask(request({ ...asked, port: httpPort }));
    await ask(requestByTls({ ...asked, port: new URL(address).port, servername: 'localhost' }));
  }
  await proxy.stop();
  const said = proxy.said();
  assert.ok(!/\?\w+=/.test(said), `the proxy has logged a query: ${said.slice(-2000)}`);
}

/** On http the shop's name is sent to https, and no other name gets an answer. Caddy's example has no http here. */
async function expectNames(port: number): Promise<void> {
  const askFor = (host: string) => ask(request({ port, path: '/cart', headers: { host } }));
  assert.equal(await askFor('localhost'), '308 https://localhost/cart');
  assert.equal(await askFor('other.example'), undefined);
}

/** The answer's status and where it leads; undefined where there is none. */
function ask(asked: ClientRequest): Promise<string | undefined> {
  return new Promise((resolve) => {
    asked.on('response', (answer) => {
      answer.resume();
      resolve(`${answer.statusCode} ${answer.headers.location}`);
    });
    asked.on('error', () => resolve(undefined)).end();
  });
}

/** Pages come through, and what may be as large as a picture; metrics do not. */
async function expectLimits(address: string): Promise<void> {
  const statusOf = async (place: string, init?: RequestInit) =>
    (await fetch(`${address}${place}`, init)).status;
  assert.equal(await statusOf('/'), 200);
  assert.equal(await statusOf('/metrics'), 404);
  const picture = new FormData();
  picture.set('image', new Blob([new Uint8Array(largeBytes)], { type: 'image/png' }), 'a.png');
  assert.equal(await statusOf('/api/images', { method: 'POST', body: picture }), 401);
}
