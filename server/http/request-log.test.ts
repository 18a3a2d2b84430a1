import { request } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startShop, type TestShop } from '#test/harness.ts';
import { smallBuild } from '#test/small-build.ts';
import { mountSite } from './site.ts';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const traceId = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;

let shop: TestShop;
beforeAll(async () => {
  const buildDir = smallBuild();
  shop = await startShop({
    logLevel: 'info',
    trustedProxies: ['loopback', '10.1.0.0/16', '2001:db8::7'],
    pages: (app, pages) => mountSite(app, { ...pages, buildDir }),
  });
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(() => {
  shop.logged.length = 0;
});
afterAll(() => shop.close());

const lines = () =>
  shop.logged
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'answered');

/** The id with which a request is answered. */
async function idOf(given: string | undefined, from = '127.0.0.1'): Promise<unknown> {
  const headers = given === undefined ? {} : { 'x-request-id': given };
  return (await shop.request('GET', '/api/site', { headers, from })).headers['x-request-id'];
}

describe('the id of a request', () => {
  test('is new each time, and told with every answer', async () => {
    const [one, other] = [await idOf(undefined), await idOf(undefined)];
    expect([one, other]).toEqual([expect.stringMatching(uuid), expect.stringMatching(uuid)]);
    expect(one).not.toBe(other);
    for (const address of ['/', '/assets/page.js', '/healthz', '/api/nothing', '/%ff'])
      expect((await shop.request('GET', address)).headers['x-request-id']).toMatch(uuid);
  });

  test.each(['127.0.0.1', '::ffff:127.0.0.1', '10.1.2.3', '::ffff:10.1.2.3', '2001:db8::7'])(
    'is that of the proxy at %s, which is trusted',
    async (from) => expect(await idOf('edge-7f3a.1:2', from)).toBe('edge-7f3a.1:2'),
  );

  test.each(['10.2.0.1', '203.0.113.9', '2001:db8::8'])(
    'is not that of whoever sent it from %s',
    async (from) => expect(await idOf('edge-7f3a.1:2', from)).toMatch(uuid),
  );

  test.each(['short', 'x'.repeat(65), 'with space', 'ada@example.com', 'a"b{c}dddd', ''])(
    'is never %j, whoever sent it',
    async (given) => expect(await idOf(given)).toMatch(uuid),
  );

  test('is the one in the log, and in what a failure tells', async () => {
    await shop.db.schema.alterTable('parts').renameTo('parts_away').execute();
    const { body, headers } = await shop.request('GET', '/api/parts');
    await shop.db.schema.alterTable('parts_away').renameTo('parts').execute();
    expect(body).toMatchObject({ error: 'internal', requestId: headers['x-request-id'] });
    await expect.poll(lines).toMatchObject([{ reqId: body.requestId, level: 40, status: 500 }]);
    expect(shop.logged.every((line) => JSON.parse(line).reqId === body.requestId)).toBe(true);
  });
});

describe('the line of a request', () => {
  test('tells what was asked and answered, and nothing of who it was', async () => {
    await shop.request('GET', '/api/user/ada.private@example.com?q=secret', {
      headers: { traceparent },
      token: 'very-secret',
    });
    await expect.poll(lines).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        pid: process.pid,
        hostname: expect.any(String),
        build: expect.stringMatching(/^\d+\.\d+\.\d+/),
        reqId: expect.stringMatching(uuid),
        traceId,
        method: 'GET',
        route: '/api/user/:email',
        status: 401,
        ms: expect.any(Number),
        bytes: expect.any(Number),
        network: shop.networkHash('127.0.0.1'),
        msg: 'answered',
      },
    ]);
    expect(shop.logged.join('')).not.toMatch(/ada\.private|secret|127\.0\.0\.1/);
  });

  test('counts the bytes that went over the network', async () => {
    const { port } = shop.app.server.address() as AddressInfo;
    const body = await (await fetch(`http://127.0.0.1:${port}/api/site`)).text();
    await expect.poll(() => lines()[0]?.['bytes']).toBeGreaterThan(body.length);
    expect(Number(lines()[0]?.['bytes'])).toBeLessThan(body.length + 3000);
  });

  test.each([
    '00-00000000000000000000000000000000-b7ad6b7169203331-01',
    `00-${traceId}-0000000000000000-01`,
    `ff-${traceId}-b7ad6b7169203331-01`,
    `00-${traceId.toUpperCase()}-b7ad6b7169203331-01`,
    traceId,
  ])('has no trace of the header %s', async (sent) => {
    await shop.request('GET', '/api/site', { headers: { traceparent: sent } });
    await expect.poll(() => lines().length).toBe(1);
    expect(lines()[0]).not.toHaveProperty('traceId');
  });

  test('is not there for health probes and files that never change', async () => {
    for (const address of ['/healthz', '/readyz', '/assets/page.js', '/api/site'])
      expect((await shop.request('GET', address)).status).toBe(200);
    await expect.poll(lines).toMatchObject([{ route: '/api/site' }]);
  });

  test('names unknown addresses alike', async () => {
    await shop.request('GET', '/api/nothing/here');
    await shop.request('POST', '/nothing/here');
    await shop.request('GET', '/%ff');
    await expect
      .poll(() => lines().map(({ route, status }) => [route, status]))
      .toEqual([
        ['/api/*', 404],
        ['unknown', 404],
        ['unknown', 400],
      ]);
  });

  test('is there for what is no HTTP, by the id that its sender was told', async () => {
    const { port } = shop.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.end('NOT HTTP\r\n\r\n');
    const id = /^x-request-id: (.+)$/im.exec(await text(socket))?.[1];
    expect(id).toMatch(uuid);
    await expect.poll(lines).toMatchObject([{ reqId: id, status: 400 }]);
  });

  test('says 499 when the client left before the answer', async () => {
    const { port } = shop.app.server.address() as AddressInfo;
    const held = Promise.withResolvers<undefined>();
    const begun = Promise.withResolvers<undefined>();
    const blocking = shop.db.transaction().execute(async () => {
      begun.resolve(undefined);
      await held.promise;
    });
    await begun.promise;
    try {
      const leaving = request({ port, path: '/api/parts' }).on('error', () => undefined);
      leaving.end();
      await expect
        .poll(() => shop.app.server.listening && leaving.socket?.bytesWritten)
        .toBeTruthy();
      leaving.destroy();
      await expect.poll(lines).toMatchObject([{ route: '/api/parts', status: 499, level: 30 }]);
    } finally {
      held.resolve(undefined);
      await blocking;
    }
  });
});

test('a shop that closes says so to its probes without a warning', async () => {
  const closing = await startShop({ isOpen: () => false, logLevel: 'info' });
  const { status, body } = await closing.request('GET', '/readyz');
  expect([status, body]).toEqual([503, { status: 'closing' }]);
  await closing.request('GET', '/api/site');
  await expect.poll(() => closing.logged.length).toBe(1);
  expect(closing.logged[0]).toContain('/api/site');
  await closing.close();
});
