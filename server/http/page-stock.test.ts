import { afterAll, beforeEach, expect, test } from 'vitest';
import { mountSite } from './site.ts';
import { samplePart } from '#test/samples.ts';
import { standInPages } from '#test/stand-in-pages.ts';
import { useShop } from '#test/use-shop.ts';

/** A part's page reads the part, the list of parts all of them. */
const pages = standInPages(async (url, api) => {
  const id = /purchase\/(.+)$/.exec(url)?.[1];
  const parts =
    id === undefined
      ? (await api.call('search', { query: { limit: 24 } })).rows
      : [await api.call('getPart', { params: { id } })];
  return parts.map(({ inStock }) => inStock).toSorted((one, other) => one - other);
});
let now = 0;

const shop = await useShop({
  pages: (app, parts) =>
    mountSite(app, { ...parts, buildDir: pages.buildDir, wholeMs: 60_000, now: () => now }),
});
const disc = await samplePart(shop.db, { name: 'Brake disc', inStock: 3000 });
const belt = await samplePart(shop.db, { name: 'Timing belt', inStock: 500 });
const customer = await shop.person('Cora');

// Another day, so that pages are rendered anew, though nothing changed.
beforeEach(() => {
  now += 86_400_000;
  pages.begun.length = 0;
});

afterAll(() => pages.remove());

/** The stocks that a page shows. */
async function stocksOn(url: string): Promise<number[]> {
  const { status, body } = await shop.request('GET', url);
  expect(status).toBe(200);
  return JSON.parse(body).read;
}

test('an order is seen on the pages of its part within a second, and other pages stay', async () => {
  const all = [`/purchase/${disc}`, `/purchase/${belt}`, '/parts'];
  for (const url of all) await stocksOn(url);
  const order = await shop.order(customer, disc, 200);
  for (const url of all) await stocksOn(url);
  expect(pages.begun).toHaveLength(3);

  now += 1000;
  expect(await stocksOn(`/purchase/${disc}`)).toEqual([2800]);
  expect(await stocksOn('/parts')).toEqual([500, 2800]);
  expect(await stocksOn(`/purchase/${belt}`)).toEqual([500]);
  expect(pages.begun).toHaveLength(5);

  await shop.request('DELETE', `/api/order?id=${order}`, { as: customer });
  now += 1000;
  expect(await stocksOn(`/purchase/${disc}`)).toEqual([3000]);
});

test('however many orders come, a page is made once a second', async () => {
  for (let tenths = 0; tenths < 30; tenths += 1) {
    await stocksOn(`/purchase/${disc}`);
    if (tenths % 3 === 0) await shop.order(customer, disc, 200);
    now += 100;
  }
  expect(pages.begun).toHaveLength(3);
});

test('an order that comes while a page is made is seen within a second', async () => {
  const letGo = pages.hold();
  const before = stocksOn(`/purchase/${belt}`);
  await expect.poll(() => pages.begun).toHaveLength(1);
  await shop.order(customer, belt, 200);
  letGo();
  await before;
  now += 1000;
  expect(await stocksOn(`/purchase/${belt}`)).toEqual([300]);
});
