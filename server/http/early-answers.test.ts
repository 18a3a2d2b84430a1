import { once } from 'node:events';
import { get, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { mountSite } from './site.ts';
import { standInPages } from '#test/stand-in-pages.ts';
import { useShop } from '#test/use-shop.ts';

const pages = standInPages();
/** The addresses of the requests that came as far as Fastify. */
const seen: string[] = [];

const shop = await useShop({
  publicUrl: 'http://localhost:3000',
  trustedProxies: ['loopback'],
  logLevel: 'info',
  pages: async (app, parts) => {
    app.addHook('onRequest', async ({ url }) => void seen.push(url));
    await mountSite(app, { ...parts, buildDir: pages.buildDir, wholeMs: 5_000, now: () => 0 });
  },
});
await shop.app.listen({ host: '127.0.0.1', port: 0 });
const { port } = shop.app.server.address() as AddressInfo;

beforeEach(() => {
  seen.length = 0;
  shop.logged.length = 0;
});

afterAll(() => pages.remove());

/** Over the network, where a request may be answered early. */
async function open(path: string, headers: Record<string, string> = {}) {
  const [answer] = (await once(get({ port, path, headers }), 'response')) as [IncomingMessage];
  return {
    status: answer.statusCode,
    headers: ofPage(answer.headers),
    bytes: await buffer(answer),
  };
}

/** By Fastify alone. */
async function ask(url: string, headers: Record<string, string> = {}) {
  const { statusCode, headers: got, rawPayload } = await shop.app.inject({ url, headers });
  return { status: statusCode, headers: ofPage(got), bytes: rawPayload };
}

/** Without what names this request or its connection. */
function ofPage(headers: object): Record<string, unknown> {
  const {
    date,
    connection,
    'keep-alive': _,
    'x-request-id': id,
    ...rest
  } = headers as Record<string, unknown>;
  expect({ date, connection, id }).toMatchObject({ id: expect.stringMatching(/^[\da-f-]{36}$/) });
  return rest;
}

test.each([{}, { 'accept-encoding': 'gzip' }, { 'accept-encoding': 'gzip, br, zstd' }])(
  'a cached page is sent before Fastify sees the request, and is no other one: %j',
  async (taken) => {
    const headers = { ...taken, host: 'localhost:3000' };
    await ask('/blog', headers);
    const byFastify = await ask('/blog', headers);
    seen.length = 0;
    expect(await open('/blog', headers)).toEqual(byFastify);
    const tagged = { ...headers, 'if-none-match': String(byFastify.headers['etag']) };
    const known = await open('/blog', tagged);
    expect(seen).toEqual([]);
    expect(known.status).toBe(304);
    expect(known).toEqual(await ask('/blog', tagged));
  },
);

test('whatever is out of the ordinary is left to Fastify', async () => {
  const host = { host: 'localhost:3000' };
  await ask('/login', host);
  expect(await open('/login', { host: 'evil.example' })).toMatchObject({ status: 421 });
  expect(await open('/login', { host: '127.0.0.1:3000', accept: 'text/html' })).toMatchObject({
    status: 307,
  });
  expect(await open('/login?x=1', host)).toMatchObject({ status: 200 });
  expect(await open('/login', { ...host, 'content-length': '0' })).toMatchObject({ status: 200 });
  const head = request({ port, path: '/login', method: 'HEAD', headers: host }).end();
  const [{ statusCode }] = (await once(head, 'response')) as [IncomingMessage];
  expect(statusCode).toBe(200);
  expect(seen).toEqual(['/login', '/login', '/login?x=1', '/login', '/login']);
});

test('an early answer is charged to the network of its reader, as its trusted proxy names it', async () => {
  const from = '203.0.113.9';
  const headers = { host: 'localhost:3000', 'x-forwarded-for': `198.51.100.7, ${from}` };
  await ask('/register', headers);
  // Each costs eleven points.
  for (let place = 0; place < 300; place += 1)
    await shop.app.inject({ url: `/purchase/${place}`, headers, remoteAddress: '127.0.0.1' });
  let sent = 0;
  while ((await open('/register', headers)).status === 200) sent += 1;
  expect(sent).toBeLessThan(11);
  expect(await open('/register', headers)).toMatchObject({
    status: 429,
    headers: { 'retry-after': '1' },
  });
  expect(await open('/register', { ...headers, 'x-forwarded-for': '203.0.113.10' })).toMatchObject({
    status: 200,
  });
});

test('an early answer is logged like all others', async () => {
  const headers = {
    host: 'localhost:3000',
    traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
  };
  await ask('/my-portfolio', headers);
  shop.logged.length = 0;
  const { bytes } = await open('/my-portfolio', headers);
  await vi.waitFor(() => expect(shop.logged).toHaveLength(1));
  const line = JSON.parse(shop.logged[0] ?? '') as Record<string, unknown>;
  expect(line).toMatchObject({
    reqId: expect.stringMatching(/^[\da-f-]{36}$/),
    traceId: 'a'.repeat(32),
    method: 'GET',
    route: '/*',
    status: 200,
    network: expect.any(String),
  });
  expect(line['bytes']).toBeGreaterThan(bytes.length);
  expect(seen).toEqual(['/my-portfolio']);
});
