import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mountSite } from '#server/http/site.ts';
import { temporaryFolder } from '#test/database.ts';
import { startShop, type TestShop } from '#test/harness.ts';

/** Stands in for the built pages: each shows what it was made of, and `….data` is data, as the router does it. */
const build = `
export const entry = { module: { contextFor: () => ({}), createRequestHandler: () => async ({ url, headers }) => {
  const isData = new URL(url).pathname.endsWith('.data');
  const text = JSON.stringify({ url, headers: [...headers], typed: '<script>alert(1)</script>' });
  return new Response(text, { headers: { 'content-type': isData ? 'text/x-script' : 'text/html; charset=utf-8' } });
} } };`;

const folder = temporaryFolder('site');
const orderId = '6f1c2d3e-4a5b-4c6d-8e7f-901234567890';
let shop: TestShop;

beforeAll(async () => {
  for (const part of ['client/assets', 'server']) mkdirSync(path.join(folder, part), { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(path.join(folder, 'server', 'index.js'), build);
  shop = await startShop({ publicUrl: 'http://localhost:3000', pages: (app, parts) => mountSite(app, { ...parts, buildDir: folder }) });
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
  await shop.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Over the network and with the address as it is written: `inject` would resolve its `..` before the shop sees it. */
async function open(address: string, headers: Record<string, string> = {}) {
  const { port } = shop.app.server.address() as AddressInfo;
  const [answer] = (await once(get({ port, path: address, headers }), 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

describe('a page', () => {
  test('that is kept for everyone is made of its address alone: what its first reader sends reaches nobody', async () => {
    const first = await open('/blog', {
      cookie: 'a=secret',
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-real-ip': '1.2.3.4',
    });
    expect(JSON.parse(first.body)).toMatchObject({ url: 'http://localhost:3000/blog', headers: [] });
    expect(first.headers['cache-control']).toContain('public');
    expect((await open('/blog')).body).toBe(first.body);
  });

  test.each(['/purchase/6f1c2d3e', '/parts', '/'])('%s is data when its data is asked for: nothing in it can run', async (page) => {
    const { headers } = await open(`${page === '/' ? '/_root' : page}.data`);
    expect(headers).toMatchObject({
      'content-type': 'text/x-script',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-security-policy']).not.toContain('sha256-');
  });

  test('allows no script that somebody typed', async () => {
    const { headers, body } = await open('/purchase/6f1c2d3e');
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': expect.stringContaining('public') });
    expect(body).toContain('<script>alert(1)</script>');
    expect(headers['content-security-policy']).not.toContain('sha256-');
  });

  test.each([
    '/payment/ID',
    '/payment/ID.data',
    '/payment/ID?from=mail&%ff',
    '/Payment/ID',
    '/%70ayment/ID',
    '/purchase/../payment/ID',
    '/purchase/%2e%2e/payment/ID',
    '/blog/..\\payment/ID',
  ])('behind an unguessable address is kept by nobody and named to nobody, also as %s', async (address) => {
    const { headers } = await open(address.replace('ID', orderId));
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
  });

  test.each(['127.0.0.1:3000', '[::1]:3000'])('opened at %s moves to the name under which people can sign in', async (host) => {
    const moved = await open('/login?a=1', { host, accept: 'text/html,*/*' });
    expect(moved).toMatchObject({ status: 307, headers: { location: 'http://localhost:3000/login?a=1', 'cache-control': 'no-store' } });
    expect(await open('//evil.example', { host, accept: 'text/html' })).toMatchObject({
      headers: { location: 'http://localhost:3000//evil.example' },
    });
    expect(await open('/login.data', { host, accept: '*/*' })).toMatchObject({ status: 200 });
  });

  test.each(['localhost:3000', '127.0.0.1:4000', 'evil.example', '127.0.0.1:3000.evil.example'])(
    'asked for at %s is sent',
    async (host) => {
      expect(await open('/login', { host, accept: 'text/html' })).toMatchObject({ status: 200 });
    },
  );
});
