import { fastify } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { minuteMs } from '#contract/durations.ts';
import { answerErrors } from '#server/http/errors.ts';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type TestShop } from '#test/harness.ts';
import { partEditor } from '#test/part-editor.ts';
import { mountSitemaps } from './mount-sitemaps.ts';

describe.each(engines)('pages of vehicles in sitemaps, on the %s database', (engine) => {
  let shop: TestShop;
  let disc: string;
  let filter: string;
  let app = fastify();

  beforeAll(async () => {
    shop = await startShop({ database: await databaseOn(engine) });
    const parts = await partEditor(shop, 'MAP');
    const years = { yearFrom: 2010, yearTo: 2011 };
    disc = await parts.added({
      category: 'braking',
      fitments: [
        { make: 'Volkswagen', model: 'Golf', ...years },
        { make: 'Chrysler', model: 'Town & Country', yearFrom: 2008, yearTo: 2008 },
      ],
    });
    filter = await parts.added({
      category: 'filters',
      fitments: [
        { make: 'Volkswagen', model: 'Golf', yearFrom: 2011, yearTo: 2012 },
        { make: 'Лада', model: 'Нива', ...years },
        { make: '<script>', model: '"&\'', ...years },
        { make: 'Audi', model: '..', ...years },
      ],
    });
  });
  afterAll(() => shop.close());

  // As a copy of the shop that has just started, with at most eight addresses in a file.
  beforeEach(() => {
    app = fastify();
    answerErrors(app);
    mountSitemaps(app, shop, 8);
  });

  const read = async (url: string) => {
    const { statusCode, body } = await app.inject({ url });
    const addresses = Array.from(body.matchAll(/<loc>([^<]*)</g), ([, address = '']) => address);
    return { status: statusCode, addresses: addresses.map((one) => new URL(one).pathname) };
  };
  /** All addresses of vehicles, file by file. */
  const listed = async () => {
    const index = await read('/sitemap.xml');
    const files = index.addresses.filter((file) => file.includes('/vehicles-'));
    const pages = (await read('/sitemaps/pages.xml')).addresses;
    const its = [pages.filter((page) => page.startsWith('/vehicles'))];
    for (const file of files) its.push((await read(file)).addresses);
    return its;
  };
  const archive = (id: string, at: Date | null) =>
    shop.db.updateTable('parts').set({ archived_at: at }).where('id', '=', id).execute();

  test('are all that have parts, each once, none above the limit of a file', async () => {
    const [lada, niva] = ['лада', 'нива'].map(encodeURIComponent);
    const ofBoth = (model: string) => [
      model,
      ...['2011', '2010'].flatMap((year) => [`${model}/${year}`, `${model}/${year}/filters`]),
    ];
    const [makes = [], ...files] = await listed();
    expect(makes).toEqual([
      '/vehicles',
      '/vehicles/script',
      '/vehicles/audi',
      '/vehicles/chrysler',
      '/vehicles/volkswagen',
      `/vehicles/${lada}`,
    ]);
    expect(files).toEqual([
      ofBoth('/vehicles/script/and'),
      ofBoth('/vehicles/audi/u-2e-2e'),
      [
        '/vehicles/chrysler/town-and-country',
        '/vehicles/chrysler/town-and-country/2008',
        '/vehicles/chrysler/town-and-country/2008/braking',
      ],
      [
        '/vehicles/volkswagen/golf',
        '/vehicles/volkswagen/golf/2012',
        '/vehicles/volkswagen/golf/2012/filters',
        '/vehicles/volkswagen/golf/2011',
        '/vehicles/volkswagen/golf/2011/braking',
        '/vehicles/volkswagen/golf/2011/filters',
        '/vehicles/volkswagen/golf/2010',
        '/vehicles/volkswagen/golf/2010/braking',
      ],
      ofBoth(`/vehicles/${lada}/${niva}`),
    ]);
    expect((await read('/sitemaps/vehicles-6.xml')).status).toBe(404);
  });

  test('are those that the shop answers, and no others', async () => {
    for (const address of (await listed()).flat()) {
      const [, , ...steps] = address.split('/').map(decodeURIComponent);
      const names = ['make', 'model', 'year', 'category'];
      const query = new URLSearchParams(steps.map((step, at) => [names[at] ?? '', step]));
      const { status } = await shop.request('GET', `/api/vehicle-pages?${query.toString()}`);
      expect([address, status]).toEqual([address, 200]);
    }
  });

  test('are gone with their last part on sale: at once where they are in a file, the file within ten minutes', async () => {
    expect((await listed()).length).toBe(6);
    await archive(disc, shop.clock.now());
    const meanwhile = (await listed()).slice(1);
    expect(meanwhile[2]).toEqual([]);
    expect(meanwhile[3]).not.toContain('/vehicles/volkswagen/golf/2010');
    await archive(filter, shop.clock.now());
    shop.clock.advance(10 * minuteMs);
    expect(await listed()).toEqual([[]]);
    await archive(disc, null);
    await archive(filter, null);
  });

  test('are refused, and not remembered, while the database does not answer', async () => {
    await sql`alter table fitments rename to fitments_away`.execute(shop.db);
    const statuses = await Promise.all(
      ['/sitemap.xml', '/sitemaps/pages.xml', '/sitemaps/vehicles-1.xml'].map(
        async (url) => (await read(url)).status,
      ),
    );
    await sql`alter table fitments_away rename to fitments`.execute(shop.db);
    expect(statuses).toEqual([500, 500, 500]);
    expect((await read('/sitemap.xml')).status).toBe(200);
  });
});
