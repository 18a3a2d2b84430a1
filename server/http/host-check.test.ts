import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { startShop } from '#test/harness.ts';
import { useShop } from '#test/use-shop.ts';

const refused = {
  error: 'misdirected_request',
  message: 'This shop does not answer to that name.',
};
const foreign = [
  'evil.example',
  'evil.example:80',
  'shop.test.evil.example',
  'localhost.evil.example',
  '192.168.1.7:3000',
  '0.0.0.0',
  'no host',
];

const shop = await useShop();

describe('the demo', () => {
  test.each([
    'shop.test',
    'SHOP.TEST:8080',
    'localhost',
    'localhost:3000',
    'shop.localhost:3000',
    '127.0.0.1:3000',
    '[::1]',
    '[::1]:3000',
  ])('answers as %s: its own name, or this machine', async (host) => {
    expect(await shop.request('GET', '/api/dev/outbox', { headers: { host } })).toMatchObject({
      status: 200,
      body: [],
    });
  });

  test.each(foreign)(
    "does not answer as '%s': a page that has its name point here would read the outbox",
    async (host) => {
      for (const [method, url] of [
        ['GET', '/api/dev/outbox'],
        ['GET', '/api/parts'],
        ['GET', '/healthz'],
        ['GET', '/sandbox/google/jwks'],
        ['POST', '/api/identity/sign-in/email'],
        ['GET', '/nothing'],
      ] as const) {
        const answer = await shop.request(method, url, {
          headers: { host },
          ...(method === 'POST' ? { body: {} } : {}),
        });
        expect([url, answer]).toMatchObject([
          url,
          {
            status: 421,
            headers: { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' },
          },
        ]);
        expect(answer.body).toEqual(refused);
      }
      const { status, body } = await shop.request('POST', '/api/orders', {
        headers: { host },
        body: {},
      });
      expect({ status, body }).toEqual({ status: 421, body: { acknowledged: false, ...refused } });
    },
  );

  test.each([
    ['without any name', 'GET /api/dev/outbox HTTP/1.0\r\n\r\n'],
    [
      'that wants another protocol',
      'GET / HTTP/1.1\r\nHost: evil.example\r\nUpgrade: websocket\r\nConnection: Upgrade, close\r\n\r\n',
    ],
  ])('does not answer a request %s', async (_what, asked) => {
    if (!shop.app.server.listening) await shop.app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((shop.app.server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(asked);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 421 /);
  });
});

test('a live shop answers whoever reaches it: its proxy decides about names', async () => {
  const live = await startShop({ mode: 'live' });
  for (const host of foreign)
    expect([host, (await live.request('GET', '/healthz', { headers: { host } })).status]).toEqual([
      host,
      200,
    ]);
  await live.close();
});
