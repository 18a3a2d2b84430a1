import { afterAll, expect, test } from 'vitest';
import { mountSite } from './site.ts';
import { standInPages } from '#test/stand-in-pages.ts';
import { useShop } from '#test/use-shop.ts';

const pages = standInPages();

const shop = await useShop({
  pages: (app, parts) => mountSite(app, { ...parts, buildDir: pages.buildDir }),
});

afterAll(() => pages.remove());

async function ask(url: string, from: string, method: 'GET' | 'POST' = 'GET') {
  const answer = await shop.app.inject({ method, url, remoteAddress: from });
  return { status: answer.statusCode, headers: answer.headers, body: answer.body };
}

const most = 300;

/** Asks until the shop has enough of this address; answers how often it was answered. */
async function askUntilRefused(urlOf: (place: number) => string, from: string): Promise<number> {
  for (let place = 0; place < most; place += 1)
    if ((await ask(urlOf(place), from)).status === 429) return place;
  return most;
}

test('of one address 272 pages are rendered at once, and then nine a second; a page says so to people', async () => {
  const from = '203.0.113.1';
  expect(await askUntilRefused((place) => `/purchase/${place}`, from)).toBe(272);
  // Eight points are left: nothing is rendered for them, but what is kept is still sent.
  expect(await ask('/purchase/more', from)).toMatchObject({
    status: 429,
    headers: {
      'retry-after': '1',
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
    },
    body: expect.stringContaining('Too many requests. Please wait a moment and try again.'),
  });
  shop.clock.advance(1000);
  expect(await askUntilRefused((place) => `/purchase/later-${place}`, from)).toBe(9);
});

test('a call answers in the shape of the API, a write with its own falsy field, and says in how many seconds to come again', async () => {
  const from = '203.0.113.2';
  expect(await askUntilRefused(() => '/api/parts', from)).toBe(272);
  const refused = {
    error: 'too_many_requests',
    message: 'Too many requests. Please wait a moment and try again.',
  };
  const answer = await ask('/api/parts', from);
  expect(answer).toMatchObject({
    status: 429,
    headers: { 'retry-after': '1', 'cache-control': 'no-store' },
  });
  expect(JSON.parse(answer.body)).toEqual(refused);
  // A short list costs little more than one request; eight points are left.
  expect(await askUntilRefused(() => '/api/parts?limit=24', from)).toBe(6);
  const order = await ask('/api/orders', from, 'POST');
  expect(order.status).toBe(429);
  expect(JSON.parse(order.body)).toEqual({ acknowledged: false, ...refused });
});

test('a search costs four points and a suggestion two', async () => {
  const from = '203.0.113.6';
  expect(await askUntilRefused(() => '/api/parts', from)).toBe(272);
  // Eight points are left.
  expect(await ask('/api/search?q=disc', from)).toMatchObject({ status: 200 });
  expect(await askUntilRefused(() => '/api/suggestions?q=disc', from)).toBe(2);
});

test('an empty budget is back after half a minute, and a longer rest saves up no more', async () => {
  const from = '203.0.113.3';
  expect(await askUntilRefused(() => '/api/parts', from)).toBe(272);
  expect(await askUntilRefused(() => '/api/site', from)).toBe(8);
  shop.clock.advance(30_000);
  expect(await askUntilRefused(() => '/api/parts', from)).toBe(272);
  shop.clock.advance(3_600_000);
  expect(await askUntilRefused(() => '/api/parts', from)).toBe(272);
});

test('neighbours have budgets of their own; of IPv6 a whole /64 shares one', async () => {
  expect(await askUntilRefused(() => '/api/parts', '2001:db8::1')).toBe(272);
  expect(await ask('/api/parts', '2001:db8::2')).toMatchObject({ status: 429 });
  expect(await ask('/api/parts', '2001:db8:0:1::1')).toMatchObject({ status: 200 });
  expect(await ask('/api/parts', '203.0.113.4')).toMatchObject({ status: 200 });
});

test('whoever watches over the shop and the card provider are never refused, nor is this machine in the demo', async () => {
  const from = '203.0.113.5';
  await askUntilRefused(() => '/api/parts', from);
  await askUntilRefused(() => '/api/site', from);
  expect(await ask('/healthz', from)).toMatchObject({ status: 200 });
  expect(await ask('/readyz', from)).toMatchObject({ status: 200 });
  expect(await ask('/api/card-events', from, 'POST')).toMatchObject({
    status: 400,
    body: expect.stringContaining('bad_signature'),
  });
  expect(await askUntilRefused(() => '/api/parts', '127.0.0.1')).toBe(most);
});

test('a large body costs by its length, also of somebody who may not send one', async () => {
  const from = '203.0.113.77';
  const payload = JSON.stringify({ name: 'x'.repeat(3_999_980) });
  for (let time = 0; time < 20; time += 1) {
    const { statusCode } = await shop.app.inject({
      method: 'POST',
      url: '/api/part',
      remoteAddress: from,
      headers: { 'content-type': 'application/json' },
      payload,
    });
    expect(statusCode).toBe(401);
  }
  // 21 points each; a list costs 11.
  expect(await askUntilRefused(() => '/api/parts', from)).toBe(234);
});
