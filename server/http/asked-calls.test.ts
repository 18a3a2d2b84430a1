import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Api } from '#contract/api.ts';
import { mountSite } from './site.ts';
import { samplePart } from '#test/samples.ts';
import { standInPages } from '#test/stand-in-pages.ts';
import { useShop } from '#test/use-shop.ts';

/** A page shows the name of a part, and whatever else a test lets it read. */
let besides: (api: Api) => Promise<unknown> = async () => undefined;
const pages = standInPages(async (url, api) => {
  const id = /purchase\/(.+)$/.exec(url)?.[1] ?? '';
  const { name } = await api.call('getPart', { params: { id } });
  return { name, besides: await besides(api) };
});
const hourMs = 3_600_000;
let now = 0;
/** The calls of the pages, by name. */
const asked: string[] = [];
let gate = Promise.resolve();
let sameMs = 60_000;

const shop = await useShop({
  pages: (app, parts) => {
    const asking = async <Answer>(name: string, answer: () => Promise<Answer>) => {
      asked.push(name);
      await gate;
      return answer();
    };
    const api: Api = {
      call: (name, input) => asking(name, () => parts.api.call(name, input)),
      page: (name, input) => asking(name, () => parts.api.page(name, input)),
    };
    return mountSite(app, {
      ...parts,
      api,
      buildDir: pages.buildDir,
      now: () => now,
      get sameMs() {
        return sameMs;
      },
    });
  },
});
const disc = await samplePart(shop.db, { name: 'Brake disc' });
const withReviews = async (api: Api) =>
  (await api.page('listReviews', { query: { productId: disc, limit: 2 } })).rows;

// Another day, so that each test begins without a page that might be the same still.
beforeEach(async () => {
  now += 24 * hourMs;
  besides = async () => undefined;
  pages.isWhole = true;
  await rename('Brake disc');
  pages.begun.length = 0;
  asked.length = 0;
});

afterAll(() => pages.remove());

/** As another copy of the shop does it. */
async function rename(name: string): Promise<void> {
  await shop.db.updateTable('parts').set({ name }).where('id', '=', disc).execute();
}

async function open() {
  const { statusCode, headers, body } = await shop.app.inject({ url: `/purchase/${disc}` });
  expect(statusCode).toBe(200);
  return { etag: headers['etag'], read: JSON.parse(body).read };
}

test('a page of which every answer is the same still is not rendered again, though all of them are asked for', async () => {
  besides = withReviews;
  const first = await open();
  for (let times = 0; times < 3; times += 1) {
    now += 2000;
    expect(await open()).toEqual(first);
  }
  expect(pages.begun).toHaveLength(1);
  expect(asked.join(' ')).toBe('getPart listReviews '.repeat(4).trimEnd());
});

test('a page of which one answer changed is rendered, and asks for nothing twice', async () => {
  besides = withReviews;
  await open();
  await rename('Better disc');
  now += 2000;
  expect(await open()).toMatchObject({ read: { name: 'Better disc' } });
  expect(pages.begun).toHaveLength(2);
  expect(asked.join(' ')).toBe('getPart listReviews getPart listReviews');
});

test('a page is rendered after an hour, although nothing changed', async () => {
  await open();
  for (let minutes = 0; minutes < 60; minutes += 1) {
    expect(pages.begun).toHaveLength(1);
    now += 60_000;
    await open();
  }
  expect(pages.begun).toHaveLength(2);
});

test('a page of which a call failed is rendered: it may be well the next time', async () => {
  besides = async (api) => api.call('getPart', { params: { id: 'nonsense' } }).catch(() => 'none');
  await open();
  now += 2000;
  await open();
  expect(pages.begun).toHaveLength(2);
});

test('a page that did not wait for a call is rendered, though the call was answered later', async () => {
  const slow = Promise.withResolvers<void>();
  let late: Promise<unknown> | undefined;
  besides = async (api) => {
    gate = slow.promise;
    late ??= withReviews(api);
  };
  await open();
  gate = Promise.resolve();
  slow.resolve();
  await late;
  besides = async () => undefined;
  now += 2000;
  await open();
  expect(pages.begun).toHaveLength(2);
});

test('a page that was streamed is rendered: only scripts put its late parts in their places', async () => {
  pages.isWhole = false;
  await open();
  pages.isWhole = true;
  for (let times = 0; times < 2; times += 1) {
    now += 2000;
    await open();
  }
  expect(pages.begun).toHaveLength(2);
});

test('nobody waits with an empty window for slow answers: the page is rendered meanwhile, with the same ones', async () => {
  await open();
  const slow = Promise.withResolvers<void>();
  gate = slow.promise;
  sameMs = 1;
  now += 2000;
  const opened = open();
  await expect.poll(() => pages.begun, { timeout: 30_000 }).toHaveLength(2);
  slow.resolve();
  expect(await opened).toMatchObject({ read: { name: 'Brake disc' } });
  expect(asked).toEqual(['getPart', 'getPart']);
});
