import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { mountSite } from './site.ts';
import { startShop } from '#test/harness.ts';
import { standInPages } from '#test/stand-in-pages.ts';
import { useShop } from '#test/use-shop.ts';

const pages = standInPages();

const shop = await useShop({
  publicUrl: 'https://shop.test',
  pages: (app, parts) => mountSite(app, { ...parts, buildDir: pages.buildDir }),
});
await shop.app.listen({ host: '127.0.0.1', port: 0 });

afterAll(() => pages.remove());

/** Sends these bytes and reads everything that comes back: the status, the headers, the body. */
async function send(
  bytes: string,
): Promise<{ status: number; headers: Record<string, string>; body: string }> {
  const socket = connect((shop.app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  const [head = '', body = ''] = (await text(socket)).split(/\r\n\r\n([^]*)/);
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(':')[0]?.toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  return { status: Number(first.split(' ')[1]), headers, body };
}

const request = (line: string, ...headers: string[]): string =>
  [`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', ''].join('\r\n');

const said = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
  'strict-transport-security': 'max-age=31536000',
};

describe('every answer says what it is and what it may be used for', () => {
  test.each([
    [200, 'GET /api/parts'],
    [200, 'HEAD /api/parts'],
    [404, 'GET /api/nothing'],
    [200, 'GET /api/identity/get-session'],
    [200, 'GET /healthz'],
    [200, 'GET /blog'],
    [200, 'GET /assets/a.js'],
    [404, `GET /images/${'a'.repeat(64)}-640.webp`],
    [404, 'POST /orders?email=ada@example.com'],
    [200, 'GET /sandbox/google/jwks'],
    [400, 'GET /sandbox/google/auth'],
    [400, 'GET /%ff'],
  ])('%i %s', async (status, line) => {
    expect(await send(request(line))).toMatchObject({ status, headers: said });
  });

  test('421 to somebody who thinks that it is another shop', async () => {
    expect(await send('GET / HTTP/1.0\r\nHost: evil.example\r\n\r\n')).toMatchObject({
      status: 421,
      headers: said,
    });
  });

  test.each([
    [400, 'bad_request', 'no HTTP', 'HELLO\r\n\r\n'],
    [
      400,
      'bad_request',
      'two lengths',
      request('POST /api/orders', 'Content-Length: 1', 'Content-Length: 2'),
    ],
    [
      431,
      'headers_too_large',
      'a head of 20 kB',
      request('GET /', `X-Long: ${'a'.repeat(20_000)}`),
    ],
  ])('%i %s to %s, before it is a request at all', async (status, code, _what, bytes) => {
    const answer = await send(bytes);
    expect(answer).toMatchObject({
      status,
      headers: { ...said, 'cache-control': 'no-store', connection: 'close' },
    });
    expect(JSON.parse(answer.body)).toEqual({ error: code, message: expect.stringMatching(/\.$/) });
  });
});

describe('only https from now on', () => {
  test('is said by a shop on https, of all names below its own only when asked to', async () => {
    const http = await startShop();
    expect((await http.request('GET', '/healthz')).headers).not.toHaveProperty(
      'strict-transport-security',
    );
    await http.close();
    const withSubdomains = await startShop({
      publicUrl: 'https://shop.test',
      hstsSubdomains: true,
    });
    expect((await withSubdomains.request('GET', '/healthz')).headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
    await withSubdomains.close();
  });
});
