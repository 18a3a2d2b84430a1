import { gunzipSync } from 'node:zlib';
import { fastify } from 'fastify';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { partSlug } from '#contract/part-rules.ts';
import { answerErrors } from '#server/http/errors.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';
import { mountSitemaps } from './mount-sitemaps.ts';
import { sitemapIndex } from './sitemap-xml.ts';

const shop = await useShop();

/** The same shop with at most ten addresses in a file, as a copy of it that has just started. */
let app = fastify();

beforeEach(async () => {
  await shop.db.updateTable('parts').set({ archived_at: shop.clock.now() }).execute();
  app = fastify();
  answerErrors(app);
  mountSitemaps(app, shop, 10);
});

const start = Date.parse('2026-02-01T08:00:00Z');

/** Parts in the order of their ids; answers their addresses. */
async function addParts(count: number, from = 0): Promise<{ id: string; address: string }[]> {
  const added = [];
  for (let at = from; at < from + count; at += 1) {
    const name = `Part ${at} & more`;
    const id = await samplePart(shop.db, { name, createdAt: new Date(start + at * 1000) });
    added.push({ id, address: `http://shop.test/parts/${partSlug({ _id: id, name })}` });
  }
  return added;
}

async function read(url: string) {
  const { statusCode: status, body, headers } = await app.inject({ url });
  const all = (tag: string) =>
    Array.from(body.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g')), ([, text]) => text);
  return { status, body, headers, addresses: all('loc'), changes: all('lastmod') };
}

/** Every address of every file of parts, file by file. */
async function filesOfParts() {
  const { addresses } = await read('/sitemap.xml');
  const files = addresses.filter((address) => address?.includes('/parts-'));
  const listed = [];
  for (const file of files) listed.push((await read(new URL(file ?? '').pathname)).addresses);
  return listed;
}

test('robots.txt names the sitemap at the public address of the shop', async () => {
  const { statusCode, body } = await shop.app.inject({ url: '/robots.txt' });
  expect([statusCode, body]).toEqual([
    200,
    'User-agent: *\nDisallow: /api/\nDisallow: /sandbox/\n\nSitemap: http://shop.test/sitemap.xml\n',
  ]);
});

test('a shop without parts has a sitemap of its pages alone', async () => {
  await shop.db.updateTable('parts').set({ category_id: null }).execute();
  expect(await read('/sitemap.xml')).toMatchObject({
    status: 200,
    addresses: ['http://shop.test/sitemaps/pages.xml'],
    headers: {
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    },
  });
  const pages = await read('/sitemaps/pages.xml');
  expect(pages.addresses).toEqual([
    'http://shop.test/',
    'http://shop.test/parts',
    'http://shop.test/my-portfolio',
    'http://shop.test/blog',
  ]);
});

test('every part on sale stands in one file with when it changed, and shelves with parts among the pages', async () => {
  await shop.db
    .insertInto('categories')
    .values([
      { id: 'oil&"filters', name: 'Filters', position: 1 },
      { id: 'empty', name: 'Empty', position: 2 },
    ])
    .execute();
  const [first, archived] = await addParts(3, 9000);
  await shop.db
    .updateTable('parts')
    .set({ category_id: 'oil&"filters', updated_at: new Date('2026-03-01T10:00:00.123Z') })
    .where('id', '=', first?.id ?? '')
    .execute();
  await shop.db
    .updateTable('parts')
    .set({ archived_at: shop.clock.now(), category_id: 'empty' })
    .where('id', '=', archived?.id ?? '')
    .execute();
  const listed = (await filesOfParts()).flat();
  expect(listed).toContain(first?.address);
  expect(listed).not.toContain(archived?.address);
  const { addresses } = await read('/sitemap.xml');
  const last = await read(new URL(addresses.at(-1) ?? '').pathname);
  expect(last.changes).toContain('2026-03-01T10:00:00.123Z');
  const pages = await read('/sitemaps/pages.xml');
  expect(pages.body).toContain('<loc>http://shop.test/parts?category=oil%26%22filters</loc>');
  expect(pages.body).not.toContain('empty');
});

test('whatever an address has in it, the file stays XML', () => {
  expect(sitemapIndex([`https://shop.test/?a=1&b=<c>"d'&amp;`])).toContain(
    '<loc>https://shop.test/?a=1&amp;b=&lt;c&gt;&quot;d&apos;&amp;amp;</loc>',
  );
});

test('many parts are split into files of their own, none above the limit, none left out, none twice', async () => {
  const parts = await addParts(40, 10_000);
  const files = await filesOfParts();
  expect(files.length).toBeGreaterThan(4);
  expect(Math.max(...files.map((file) => file.length))).toBeLessThanOrEqual(10);
  const sold = new Set(parts.map(({ address }) => address));
  expect(files.flat().filter((address) => sold.has(address ?? ''))).toEqual(
    parts.map(({ address }) => address),
  );
  expect((await read('/sitemaps/parts-4000.xml')).status).toBe(404);
});

test('parts that come later are in the last file within ten minutes, those that return in theirs at once', async () => {
  const parts = await addParts(12, 20_000);
  const [returning] = parts;
  const archivedAt = async (at: Date | null) =>
    shop.db
      .updateTable('parts')
      .set({ archived_at: at })
      .where('id', '=', returning?.id ?? '')
      .execute();
  await archivedAt(shop.clock.now());
  const before = await filesOfParts();
  expect(before.flat()).not.toContain(returning?.address);
  await archivedAt(null);
  const later = await addParts(25, 30_000);
  shop.clock.advance(599_000);
  const meanwhile = await filesOfParts();
  expect(meanwhile).toHaveLength(before.length);
  expect(Math.max(...meanwhile.map((file) => file.length))).toBe(10);
  expect((await filesOfParts()).flat()).toContain(returning?.address);
  shop.clock.advance(2000);
  const after = (await filesOfParts()).flat();
  for (const { address } of [...parts, ...later])
    expect(after.filter((listed) => listed === address)).toHaveLength(1);
});

test('parts whose ids are among those of older ones get files too', async () => {
  await addParts(30, 70_000);
  const before = (await filesOfParts()).length;
  const between = await addParts(20, 65_000);
  shop.clock.advance(600_000);
  const after = await filesOfParts();
  expect(after.length).toBeGreaterThan(before);
  expect(Math.max(...after.map((file) => file.length))).toBeLessThanOrEqual(10);
  for (const { address } of between) expect(after.flat()).toContain(address);
});

test('a file is sent compressed to whoever takes that', async () => {
  await addParts(3, 40_000);
  const { body: plain } = await app.inject({ url: '/sitemaps/parts-1.xml' });
  expect(plain).toMatch(/^<\?xml [^]*<\/urlset>\n$/);
  const answer = await app.inject({
    url: '/sitemaps/parts-1.xml',
    headers: { 'accept-encoding': 'br, gzip' },
  });
  expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  expect(gunzipSync(answer.rawPayload).toString()).toBe(plain);
});

test('a database that does not answer is a refusal, in no encoding, and is not remembered', async () => {
  await addParts(1, 50_000);
  await sql`alter table parts rename to parts_away`.execute(shop.db);
  const headers = { 'accept-encoding': 'gzip' };
  for (const url of ['/sitemap.xml', '/sitemaps/parts-1.xml', '/sitemaps/pages.xml']) {
    const answer = await app.inject({ url, headers });
    expect([url, answer.statusCode, answer.headers['content-encoding']]).toEqual([
      url,
      500,
      undefined,
    ]);
  }
  await sql`alter table parts_away rename to parts`.execute(shop.db);
  expect((await read('/sitemap.xml')).status).toBe(200);
});

test('a network that asks for file after file is told to wait', async () => {
  await addParts(1, 60_000);
  const ask = async () =>
    (await shop.app.inject({ url: '/sitemaps/parts-1.xml', remoteAddress: '198.51.100.9' }))
      .statusCode;
  const answers = [];
  for (let count = 0; count < 31; count += 1) answers.push(await ask());
  expect(answers).toEqual([...Array<number>(30).fill(200), 429]);
});
