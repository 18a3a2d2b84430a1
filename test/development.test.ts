import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startShopProcess, type ShopProcess } from '#test/faults/shop-process.ts';

const root = path.join(import.meta.dirname, '..');

let dataDir: string;
let secret: string;
let shop: ShopProcess;

beforeAll(async () => {
  mkdirSync(path.join(root, 'test-results'), { recursive: true });
  // Inside the project, as .data is, but not by that name.
  dataDir = mkdtempSync(path.join(root, 'test-results', 'data-'));
  shop = await startShopProcess({
    dataDir,
    development: true,
    env: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@shop.example' },
  });
  secret = readFileSync(path.join(dataDir, 'secrets', 'identity'), 'utf8');
}, 240_000);

afterAll(async () => {
  await shop.end('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

/** Requests exactly this path; `fetch` would normalise it. */
async function ask(
  place: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
  const { hostname, port, host } = new URL(shop.address);
  const asking = request({ hostname, port, path: place, headers: { host, ...headers } }).end();
  const [answer] = (await once(asking, 'response')) as [
    NodeJS.ReadableStream & { statusCode: number; headers: IncomingHttpHeaders },
  ];
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

const queries = [
  '',
  '?raw',
  '?import',
  '?import&raw',
  '?url',
  '?inline',
  '?import&url&inline',
  '?raw??',
  '?.svg?raw',
  '?.wasm?init',
  '?html-proxy&index=0.js',
  '?worker_file&type=module',
  '#/web/root.tsx',
];

const escaped = (place: string): string =>
  place.replaceAll(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);

const isIn = (body: string, words: string): boolean =>
  [words, Buffer.from(words).toString('base64')].some((one) => body.includes(one));

describe('the development server', () => {
  test(
    'gives out no file of the data folder, however it is asked for',
    { timeout: 240_000 },
    async () => {
      const [key = '', ...others] = ['secrets/identity', 'db/PG_VERSION', 'db.lock'].map((name) =>
        path.join(dataDir, name),
      );
      expect([key, ...others].filter((file) => !existsSync(file))).toEqual([]);
      const inProject = `/${path.relative(root, key)}`;
      const places = [
        inProject,
        `/@fs${key}`,
        `/@fs/${key}`,
        `/web/..${inProject}`,
        `/@fs${root}/web/..${inProject}`,
        `/@id${key}`,
      ];
      const asked = [
        ...places.flatMap((place) => queries.map((query) => place + query)),
        ...places.flatMap((place) => [
          escaped(place),
          place.toUpperCase(),
          place.replace('/build', '//build'),
          `${place}/`,
          `${place}%00`,
        ]),
        ...places.map((place) => `${escaped(place)}?raw`),
        ...others.flatMap((file) => [
          `/${path.relative(root, file)}`,
          `/@fs${file}`,
          `/@fs${file}?raw`,
        ]),
      ];
      const answers = await Promise.all(
        asked.map(async (place) => ({ place, ...(await ask(place)) })),
      );
      const given = answers.filter(
        ({ status, body }) =>
          (status === 200 && !body.startsWith('<!DOCTYPE html>')) || isIn(body, secret),
      );
      expect(given.map(({ place, status }) => `${place}: ${status}`)).toEqual([]);
    },
  );

  test('gives out none of the server, the tests and the package', async () => {
    for (const place of [
      '/server/main.js',
      '/test/harness.ts',
      '/package.json',
      '/.npmrc',
      `/@fs${root}/server/main.js?raw`,
    ])
      expect([place, (await ask(place)).body]).toEqual([
        place,
        expect.not.stringMatching(/import .* from|dependencies|omit=/),
      ]);
  });

  test('opens its channel for reloads to pages of its own name only', async () => {
    const { hostname, port } = new URL(shop.address);
    const openedFor = async (host: string, protocol: string): Promise<string | undefined> => {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      const key = 'dGhlIHNhbXBsZSBub25jZQ==';
      const lines = [
        'GET / HTTP/1.1',
        `Host: ${host}`,
        'Upgrade: websocket',
        'Connection: Upgrade',
        'Sec-WebSocket-Version: 13',
        `Sec-WebSocket-Key: ${key}`,
        `Sec-WebSocket-Protocol: ${protocol}`,
      ];
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      socket.destroy();
      return /^HTTP\/1\.1 (\d+)/.exec(String(answer))?.[1];
    };
    expect(await openedFor(`localhost:${port}`, 'vite-hmr')).toBe('101');
    for (const protocol of ['vite-hmr', 'vite-ping'])
      expect(await openedFor(`evil.example:${port}`, protocol)).toBe('421');
    expect((await ask('/web/root.tsx', { host: 'evil.example' })).status).toBe(421);
  });

  test('gives out the pages and what they are made of', { timeout: 240_000 }, async () => {
    expect(await ask('/login')).toMatchObject({
      status: 200,
      body: expect.stringContaining('/web/entry.client.tsx'),
    });
    for (const place of [
      '/@vite/client',
      '/web/entry.client.tsx',
      '/web/root.tsx',
      '/contract/texts.ts',
      '/pictures/brake-disc.webp',
      '/pictures/brake-disc-320.webp',
    ])
      expect([place, (await ask(place)).status]).toEqual([place, 200]);
  });
});
