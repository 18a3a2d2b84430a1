import { once } from 'node:events';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { mountSite } from './site.ts';
import { samplePart } from '#test/samples.ts';
import { standInPages } from '#test/stand-in-pages.ts';
import { useShop } from '#test/use-shop.ts';

const pages = standInPages();
let now = 0;

const shop = await useShop({
  // Nobody is sent away for waiting long, however busy the machine is.
  pages: (app, parts) =>
    mountSite(app, { ...parts, buildDir: pages.buildDir, now: () => now, standstillMs: 600_000 }),
});

// A new moment, in which nothing is kept yet.
beforeEach(() => {
  now += 60_000;
  pages.begun.length = 0;
  shop.logged.length = 0;
});

afterAll(() => pages.remove());

/** Asks for a page from an address of its own, as if from far away. */
async function open(url: string, from = '127.0.0.1') {
  const answer = await shop.app.inject({ url, remoteAddress: from });
  return { status: answer.statusCode, headers: answer.headers, body: answer.body };
}

/** How long a step may take on a machine with much other work; none of it is measured. */
const patience = { timeout: 30_000 };

const begun = () => pages.begun.map((url) => url.replace('http://shop.test', ''));

test.each([
  ['/', '/?x=1', '/?utm_source=mail&fbclid=2', '/?q=disc'],
  ['/purchase/6f1c2d3e', '/purchase/6f1c2d3e?x=1', '/purchase/6f1c2d3e?x=2'],
  ['/purchase/6f1c2d3f', '/purchase/6f1c2d3f?reviews=a'],
  ['/parts/disc-6f1c2d3e', '/parts/disc-6f1c2d3e?cursor=a', '/parts/disc-6f1c2d3e?reviews='],
  ['/parts/disc-6f1c2d3e?reviews=a', '/parts/disc-6f1c2d3e?x=1&reviews=a&reviews=b'],
  ['/vehicles', '/vehicles?x=1'],
  ['/vehicles/ford/focus/2015/braking', '/vehicles/ford/focus/2015/braking?make=Audi'],
  ['/parts', '/parts?x=1', '/parts?page=1&sort=up', '/parts?q=&category=%20&year=banana'],
  [
    '/parts?q=disc&make=Ford',
    '/parts?make=Ford&q=disc',
    '/parts?q=disc&make=Ford&x=1',
    '/parts?year=0&make=Ford&q=+disc+',
    '/parts?q=disc&q=pad&make=Ford',
  ],
  [
    '/parts?brand=Brakkenfeld&a=axle%3AFront&a=dia%3A312&sort=price&view=table&page=2',
    '/parts?page=2&view=table&a=dia:312&a=axle:Front&a=dia:312&sort=price&brand=Brakkenfeld&limit=5',
  ],
  ['/parts?a=dia%3A300..320', '/parts?from.dia=300&to.dia=320', '/parts?to.dia=320&from.dia=+300'],
])(
  '%s stands for every address that a reader could not tell from it: %s …',
  async (known, ...others) => {
    const first = await open(known);
    for (const other of others) {
      expect(await open(other)).toMatchObject({
        status: 200,
        headers: { etag: expect.any(String) },
        body: first.body,
      });
    }
    expect(begun()).toEqual([known]);
  },
);

test('pages that others read stay kept, whatever a stranger searches for or makes up', async () => {
  const good = [
    '/',
    '/blog',
    '/parts',
    ...Array.from({ length: 190 }, (_, place) => `/purchase/part-${place}`),
  ];
  for (const url of good) await open(url);
  for (let place = 0; place < 220; place += 1) await open(`/parts?q=${place}`);
  for (let place = 0; place < 30; place += 1) await open(`/?x=${place}`);
  for (let place = 0; place < 120; place += 1) await open(`/vehicles/ford/${place}`);
  expect(pages.begun).toHaveLength(good.length + 340);
  for (const url of good) await open(url);
  expect(pages.begun).toHaveLength(good.length + 340);
});

test('a page that failed is no page for everybody, one that is not there is', async () => {
  const shared = 'public, max-age=0, s-maxage=2, must-revalidate';
  pages.isWhole = true;
  for (const [ending, caching] of [
    [{ status: 500 }, 'private, no-cache'],
    [{ words: '<p data-state="failed">' }, 'private, no-cache'],
    [{ status: 404 }, shared],
    [{ status: 410 }, shared],
    [{}, shared],
  ] as const) {
    pages.ending = ending;
    const { status, headers } = await open('/parts?q=ending');
    expect([status, headers['cache-control'], headers.vary], JSON.stringify(ending)).toEqual([
      'status' in ending ? ending.status : 200,
      caching,
      'Accept-Encoding',
    ]);
  }
  pages.isWhole = false;
});

/** Whoever comes when the line is full is answered at once, while all others wait: the first answer tells that it is full. */
const fill = (requests: readonly ReturnType<typeof open>[]) => Promise.race(requests);
const statuses = async (requests: readonly ReturnType<typeof open>[]) =>
  (await Promise.all(requests)).map(({ status }) => status).toSorted((one, other) => one - other);

test('four pages are rendered at once and 124 wait; whoever comes then hears when to come again, and all else goes on', async () => {
  await samplePart(shop.db, { name: 'Brake disc' });
  await open('/blog');
  const letGo = pages.hold();
  const searches = Array.from({ length: 129 }, (_, place) =>
    open(`/parts?q=${place}`, `198.51.100.${place}`),
  );
  expect(await fill(searches)).toMatchObject({
    status: 503,
    headers: {
      'retry-after': '2',
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    },
    body: expect.stringContaining('The shop is busy. Please try again in a moment.'),
  });
  expect(await open('/purchase/6f1c2d3e', '203.0.113.1')).toMatchObject({ status: 503 });
  expect(begun()).toHaveLength(1 + 4);
  for (const url of [
    '/blog',
    '/blog?x=1',
    '/assets/a.js',
    '/healthz',
    '/readyz',
    '/api/parts?q=disc',
    '/api/site',
  ])
    expect({ url, status: (await open(url, '203.0.113.1')).status }).toEqual({ url, status: 200 });
  const home = open('/', '203.0.113.1');
  // Of the pages everyone reads there are few, so none of them waits.
  await vi.waitFor(() => expect(begun().at(-1)).toBe('/'), patience);
  letGo();
  expect(await home).toMatchObject({ status: 200 });
  expect(await statuses(searches)).toEqual([...Array<number>(128).fill(200), 503]);
  expect(await open('/purchase/6f1c2d3e', '203.0.113.1')).toMatchObject({ status: 200 });
});

test('one network has at most 36 pages waiting, and leaves the rest of the line to others', async () => {
  const letGo = pages.hold();
  const searches = Array.from({ length: 41 }, (_, place) =>
    open(`/parts?q=${place}`, `2001:db8::${place}`),
  );
  expect(await fill(searches)).toMatchObject({ status: 503 });
  const neighbour = open('/parts?q=more', '2001:db8:0:1::1');
  letGo();
  expect(await neighbour).toMatchObject({ status: 200 });
  expect(await statuses(searches)).toEqual([...Array<number>(40).fill(200), 503]);
});

test('whoever waits for the same page takes one place in the line', async () => {
  const letGo = pages.hold();
  const readers = Array.from({ length: 60 }, () => open('/parts?q=disc', '203.0.113.1'));
  await vi.waitFor(() => expect(begun()).toHaveLength(1), patience);
  letGo();
  expect(await statuses(readers)).toEqual(Array(60).fill(200));
  expect(begun()).toHaveLength(1);
});

test('whoever leaves while they wait is not rendered for, and nothing is logged about it', async () => {
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = shop.app.server.address() as AddressInfo;
  const letGo = pages.hold();
  const held = Array.from({ length: 4 }, (_, place) => open(`/payment/${place}`, '203.0.113.1'));
  await vi.waitFor(() => expect(begun()).toHaveLength(4), patience);
  const leaving = get({ port, path: '/payment/left' });
  leaving.on('error', () => undefined);
  const arrived = once(shop.app.server, 'request');
  await arrived;
  leaving.destroy();
  await vi.waitFor(async () => expect(await openSockets()).toBe(0), patience);
  letGo();
  expect(await statuses(held)).toEqual(Array(4).fill(200));
  expect(await open('/payment/after', '203.0.113.1')).toMatchObject({ status: 200 });
  expect(begun()).toEqual([
    ...Array.from({ length: 4 }, (_, place) => `/payment/${place}`),
    '/payment/after',
  ]);
  expect(shop.logged).toEqual([]);
});

function openSockets(): Promise<number> {
  return new Promise((resolve, reject) => {
    shop.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}
