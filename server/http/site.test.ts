import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { mountSite } from './site.ts';
import { standInPages } from '#test/stand-in-pages.ts';
import { useShop } from '#test/use-shop.ts';

const pages = standInPages();
const orderId = '6f1c2d3e-4a5b-4c6d-8e7f-901234567890';

const shop = await useShop({
  publicUrl: 'http://localhost:3000',
  // Neither how long a page is made nor how old it grows depends on how busy the machine is.
  pages: (app, parts) =>
    mountSite(app, { ...parts, buildDir: pages.buildDir, wholeMs: 5_000, now: () => 0 }),
});
await shop.app.listen({ host: '127.0.0.1', port: 0 });

afterAll(() => pages.remove());

/** Over the network and with the address as it is written: `inject` would resolve its `..` before the shop sees it. */
async function open(address: string, headers: Record<string, string> = {}) {
  const { port } = shop.app.server.address() as AddressInfo;
  const [answer] = (await once(get({ port, path: address, headers }), 'response')) as [
    IncomingMessage,
  ];
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

describe('a page', () => {
  test('that is kept for everyone is made of its address alone: what its first reader sends reaches nobody', async () => {
    const first = await open('/blog', {
      cookie: 'a=secret',
      host: 'evil.localhost',
      'x-forwarded-host': 'evil.example',
      'x-real-ip': '1.2.3.4',
    });
    expect(JSON.parse(first.body)).toMatchObject({
      url: 'http://localhost:3000/blog',
      headers: [],
    });
    expect(await open('/blog')).toMatchObject({
      body: first.body,
      headers: { 'cache-control': expect.stringContaining('public') },
    });
  });

  test.each(['/purchase/6f1c2d3e', '/parts', '/_root', '/nowhere'])(
    '%s is not rendered as data: no page of the shop asks for it',
    async (page) => {
      const begun = pages.begun.length;
      const { status, headers } = await open(`${page}.data?q=${randomUUID()}`);
      expect({ status, headers }).toMatchObject({
        status: 404,
        headers: {
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'content-security-policy': expect.not.stringContaining('script'),
        },
      });
      expect(pages.begun).toHaveLength(begun);
    },
  );

  test('allows no script that somebody typed', async () => {
    // Whoever comes first may get it while it is made; what is kept is for everyone.
    await open('/purchase/6f1c2d3e');
    const { headers, body } = await open('/purchase/6f1c2d3e');
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': expect.stringContaining('public'),
    });
    expect(body).toContain('<script>alert(1)</script>');
    expect(headers['content-security-policy']).not.toContain('sha256-');
  });

  test.each([
    '/payment/ID',
    '/payment/ID.data',
    '/payment/ID?from=mail&%ff',
    '/Payment/ID',
    '//payment/ID',
    '/%70ayment/ID',
    '/purchase/../payment/ID',
    '/purchase/%2e%2e/payment/ID',
    '/blog/..\\payment/ID',
  ])(
    'behind an unguessable address is kept by nobody and named to nobody, also as %s',
    async (address) => {
      const { headers } = await open(address.replace('ID', orderId));
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      });
    },
  );

  test.each(['127.0.0.1:3000', '[::1]:3000'])(
    'opened at %s moves to the name under which people can sign in',
    async (host) => {
      const moved = await open('/login?a=1', { host, accept: 'text/html,*/*' });
      expect(moved).toMatchObject({
        status: 307,
        headers: { location: 'http://localhost:3000/login?a=1', 'cache-control': 'no-store' },
      });
      expect(await open('//evil.example', { host, accept: 'text/html' })).toMatchObject({
        headers: { location: 'http://localhost:3000//evil.example' },
      });
      expect(await open('/login', { host, accept: '*/*' })).toMatchObject({ status: 200 });
    },
  );

  test.each(['localhost:3000', '127.0.0.1:4000', 'shop.localhost:3000'])(
    'asked for at %s is sent',
    async (host) => {
      expect(await open('/login', { host, accept: 'text/html' })).toMatchObject({ status: 200 });
    },
  );
});
