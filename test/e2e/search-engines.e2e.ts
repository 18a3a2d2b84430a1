import { expect, test, type APIRequestContext } from '@playwright/test';
import type { Updateable } from 'kysely';
import { partSlug } from '#contract/part-rules.ts';
import type { Tables } from '#server/db/schema.ts';
import { startPageShop, type PageShop } from '#test/page-shop.ts';
import { sampleFacts, samplePart } from '#test/samples.ts';
import { structuredDataIn } from '#test/structured-data.ts';

const publicUrl = 'http://shop.test';
const nowhere = '01980000-0000-7000-8000-000000000000';

let shop: PageShop;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  shop = await startPageShop();
  await shop.db
    .insertInto('categories')
    .values({ id: 'brakes', name: 'Brakes', position: 1 })
    .execute();
});
test.afterAll(async () => shop.close());

/** A page as a search engine gets it: it follows nothing by itself. */
async function read(request: APIRequestContext, path: string) {
  const answer = await request.get(shop.address + path, { maxRedirects: 0 });
  const html = await answer.text();
  const meta = (name: string) =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
  return {
    status: answer.status(),
    headers: answer.headers(),
    html,
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
    robots: meta('robots') ?? answer.headers()['x-robots-tag'],
    meta,
  };
}

const pageOf = (_id: string, name = sampleFacts.name) => `/parts/${partSlug({ _id, name })}`;

async function changePart(id: string, change: Updateable<Tables['parts']>): Promise<void> {
  await shop.db.updateTable('parts').set(change).where('id', '=', id).execute();
  shop.publicPagesChanged();
}

const archive = (id: string, replacedBy: string | null = null) =>
  changePart(id, { archived_at: shop.clock.now(), replaced_by: replacedBy });

test.describe('the address of a page', () => {
  for (const [path, canonical] of [
    ['/', '/'],
    ['/home?utm_source=mail', '/'],
    ['/parts?fbclid=1', '/parts'],
    ['/blog', '/blog'],
    ['/my-portfolio?x=1', '/my-portfolio'],
  ])
    test(`${path} is ${canonical} to search engines, which list it`, async ({ request }) => {
      const page = await read(request, path ?? '');
      expect(page).toMatchObject({ status: 200, canonical: publicUrl + canonical });
      expect(page.robots).toBeUndefined();
    });

  test('of a shelf is listed; searches, later pages and unknown shelves are only followed', async ({
    request,
  }) => {
    const id = await samplePart(shop.db);
    await changePart(id, { category_id: 'brakes' });
    const shelf = await read(request, '/parts?utm_medium=cpc&category=brakes');
    expect(shelf).toMatchObject({ canonical: `${publicUrl}/parts?category=brakes` });
    expect(shelf.robots).toBeUndefined();
    for (const query of [
      'q=disc',
      'q=disc&category=brakes',
      'make=Ford',
      'category=brakes&page=2',
      'category=brakes&view=table',
      'category=no-such-shelf',
    ])
      expect(await read(request, `/parts?${query}`), query).toMatchObject({
        robots: 'noindex,follow',
        canonical: undefined,
      });
  });

  test('of pages that nobody is to find is said to be unlisted', async ({ request }) => {
    const id = await samplePart(shop.db);
    for (const path of [
      '/login',
      '/register',
      '/forget-password',
      '/Dashboard',
      '/dashboard/my-orders',
      '/verify-email',
      '/reset-password',
      '/confirm-browser',
      '/account-closed',
      '/google-done',
      '/dev/outbox',
      `/payment/${nowhere}`,
    ])
      expect((await read(request, path)).headers, path).toMatchObject({
        'x-robots-tag': 'noindex',
      });
    expect(await read(request, `/purchase/${id}`)).toMatchObject({
      status: 200,
      robots: 'noindex',
      canonical: undefined,
    });
  });
});

test.describe('the page of a part', () => {
  test('has one address: others with its id lead there for good', async ({ request }) => {
    const id = await samplePart(shop.db);
    for (const path of [
      `/parts/${id}`,
      `/parts/an-older-name-${id}`,
      `/parts/${id.toUpperCase()}`,
      `/parts/gl%C3%BChkerze-${id}`,
    ])
      for (const time of ['first', 'again'])
        expect(await read(request, path), `${path} ${time}`).toMatchObject({
          status: 301,
          headers: { location: pageOf(id) },
        });
    expect(await read(request, pageOf(id))).toMatchObject({
      status: 200,
      canonical: publicUrl + pageOf(id),
    });
  });

  test('that is sold no more is gone: it says so and what else there is', async ({ request }) => {
    const id = await samplePart(shop.db, { name: 'Choke cable <b>' });
    await changePart(id, { category_id: 'brakes' });
    expect(await read(request, pageOf(id, 'Choke cable <b>'))).toMatchObject({ status: 200 });
    await archive(id);
    for (const path of [pageOf(id, 'Choke cable <b>'), `/purchase/${id}`]) {
      const gone = await read(request, path);
      expect(gone).toMatchObject({ status: 410, robots: 'noindex' });
      expect(gone.html).toContain('Choke cable &lt;b&gt; is no longer sold');
      expect(gone.html).toContain('href="/parts?category=brakes"');
    }
    expect((await shop.request('GET', `/api/parts/${id}`)).body).toEqual({
      error: 'part_not_found',
      message: 'This part is not in the shop.',
    });
    await changePart(id, { archived_at: null });
    expect(await read(request, pageOf(id, 'Choke cable <b>'))).toMatchObject({ status: 200 });
  });

  test('that is sold no more leads to the last part of the chain that can be bought', async ({
    request,
  }) => {
    const empty = await samplePart(shop.db, { name: 'Newest', inStock: 0 });
    const inStock = await samplePart(shop.db, { name: 'In stock' });
    const between = await samplePart(shop.db, { name: 'Between' });
    const old = await samplePart(shop.db, { name: 'Old' });
    await changePart(inStock, { replaced_by: empty });
    await archive(between, inStock);
    await archive(old, between);
    for (const path of [pageOf(old, 'Old'), `/parts/${old}`, `/purchase/${old}`])
      expect(await read(request, path), path).toMatchObject({
        status: 301,
        headers: {
          location: pageOf(inStock, 'In stock'),
          'cache-control': 'public, max-age=0, s-maxage=2, must-revalidate',
        },
      });
  });

  test('that never was is the 404 page', async ({ request }) => {
    for (const path of [`/parts/${nowhere}`, '/parts/no-part', `/purchase/${nowhere}`])
      expect(await read(request, path), path).toMatchObject({ status: 404, robots: 'noindex' });
    expect((await shop.request('GET', `/api/archived-parts/${nowhere}`)).status).toBe(404);
    const sold = await samplePart(shop.db);
    expect((await shop.request('GET', `/api/archived-parts/${sold}`)).status).toBe(404);
  });
});

test.describe('what a page says of itself to machines', () => {
  test('is of a part: its offer, numbers, pictures, ratings and shelf, as schema.org has them', async ({
    request,
  }) => {
    const buyer = await shop.person('Kim </script><b>');
    const name = 'Brake disc </script><b class="x">';
    const id = await samplePart(shop.db, { name, partNumber: 'BK-300', inStock: 1000 });
    await changePart(id, { category_id: 'brakes' });
    await shop.db
      .insertInto('part_numbers')
      .values([
        { part_id: id, kind: 'barcode', number: '12345', number_key: '12345' },
        { part_id: id, kind: 'barcode', number: '4006381333931', number_key: '4006381333931' },
      ])
      .execute();
    const path = pageOf(id, name);
    const unrated = structuredDataIn((await read(request, path)).html);
    expect(unrated[0]).not.toHaveProperty('aggregateRating');
    expect(unrated[0]).not.toHaveProperty('review');
    const order = await shop.order(buyer, id, 200);
    const transactionId = await shop.pay(buyer, order);
    const review = {
      productId: id,
      transactionId,
      rating: 4,
      message: 'Good <i>discs</i> & cheap',
    };
    expect((await shop.request('POST', '/api/reviews', { as: buyer, body: review })).status).toBe(
      200,
    );
    const page = await read(request, path);
    expect(structuredDataIn(page.html)).toEqual([
      {
        '@context': 'https://schema.org',
        '@type': 'Product',
        name,
        description: sampleFacts.description,
        url: publicUrl + path,
        image: [`${publicUrl}/pictures/brake-disc.webp`],
        sku: 'BK-300',
        brand: { '@type': 'Brand', name: 'Brakkenfeld' },
        mpn: 'BK-300',
        gtin: '4006381333931',
        category: expect.any(String),
        offers: expect.objectContaining({
          price: '12.50',
          availability: 'https://schema.org/InStock',
          eligibleQuantity: expect.objectContaining({ minValue: 200 }),
        }),
        aggregateRating: expect.objectContaining({ ratingValue: 4, reviewCount: 1 }),
        review: [
          expect.objectContaining({
            author: { '@type': 'Person', name: 'Kim </script><b>' },
            reviewBody: 'Good <i>discs</i> & cheap',
          }),
        ],
      },
      {
        '@context': 'https://schema.org',
        '@type': 'BreadcrumbList',
        itemListElement: [
          expect.objectContaining({ name: 'Home', item: `${publicUrl}/` }),
          expect.objectContaining({ item: `${publicUrl}/parts` }),
          expect.objectContaining({ item: `${publicUrl}/parts?category=brakes` }),
          expect.objectContaining({ name, item: publicUrl + path }),
        ],
      },
    ]);
    await changePart(id, { in_stock: 199 });
    expect(structuredDataIn((await read(request, path)).html)[0]).toMatchObject({
      offers: { availability: 'https://schema.org/OutOfStock' },
    });
  });

  test('is of the shop on its home page: who runs it, and how it is searched', async ({
    request,
  }) => {
    const { html } = await read(request, '/');
    expect(structuredDataIn(html)).toEqual([
      expect.objectContaining({
        '@type': 'Organization',
        name: 'Underhood',
        url: `${publicUrl}/`,
        email: 'hello@shop.test',
        telephone: '+1 555-0100',
      }),
      expect.objectContaining({
        '@type': 'WebSite',
        potentialAction: expect.objectContaining({
          target: {
            '@type': 'EntryPoint',
            urlTemplate: `${publicUrl}/parts?q={search_term_string}`,
          },
        }),
      }),
    ]);
  });

  test('is a title, a description and a picture wherever it is linked', async ({ request }) => {
    const id = await samplePart(shop.db);
    for (const path of ['/', '/parts', '/blog', '/my-portfolio', pageOf(id)]) {
      const { meta, canonical } = await read(request, path);
      const title = meta('og:title');
      const picture = meta('og:image');
      expect(title, path).toMatch(/\w/);
      expect(
        {
          url: meta('og:url'),
          description: meta('og:description'),
          size: [meta('og:image:width'), meta('og:image:height'), meta('og:image:type')],
          twitter: [meta('twitter:card'), meta('twitter:title'), meta('twitter:image')],
        },
        path,
      ).toEqual({
        url: canonical,
        description: meta('description'),
        size: ['1200', '630', 'image/jpeg'],
        twitter: ['summary_large_image', title, picture],
      });
      expect(picture, path).toMatch(/^http:\/\/shop\.test\/link-pictures\/pictures\/[\w-]+\.jpg$/);
    }
  });
});
