import { sql } from 'kysely';
import type { APIRequestContext, Page } from '@playwright/test';
import { startPageShop, type PageShop } from '#test/page-shop.ts';
import { samplePart } from '#test/samples.ts';
import { structuredDataIn } from '#test/structured-data.ts';
import { expectReadable } from './axe-faults.ts';
import { main } from './checkout.ts';
import { partsInList } from './finding.ts';
import { expectAlive } from './hold-scripts.ts';
import { hostile } from './hostile-shop.ts';
import { expect, test } from './journey.ts';
import { reach } from './keyboard.ts';

const golf = '/vehicles/volkswagen/golf';

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test('a buyer comes from the list over make, model and year to the parts of a category', async ({
    page,
  }) => {
    await page.goto('/parts');
    await page.getByRole('button', { name: /^Filters/ }).click();
    const steps = ['All vehicles with parts', 'Volkswagen', /^Golf/, '2015', /^Braking/];
    for (const name of steps) await page.getByRole('link', { name, exact: true }).first().click();
    await expect(page).toHaveURL(`${golf}/2015/braking`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Braking for 2015 Volkswagen Golf',
    );
    await expect(partsInList(page).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Remember this vehicle' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Search Braking' }).click();
    await expect(page).toHaveURL('/parts?category=braking&make=Volkswagen&model=Golf&year=2015');
    await expect(partsInList(page).first()).toBeVisible();
  });

  test('a vehicle whose list has more parts than its page counts says which these are', async ({
    page,
    request,
  }) => {
    const vehicle = { make: 'Volkswagen', model: 'Golf', year: '2015' };
    const list = await (await request.get('/api/search', { params: vehicle })).json();
    const { parts } = await (
      await request.get('/api/vehicle-pages', { params: { ...vehicle, model: 'golf' } })
    ).json();
    expect(list.total.count).toBeGreaterThan(parts.count);
    for (const address of [golf, `${golf}/2015`]) {
      await page.goto(address);
      await expect(
        main(page).getByText(
          'Parts that fit any vehicle are not counted here; the list for this vehicle has them, too.',
        ),
      ).toBeVisible();
    }
    await page.getByRole('link', { name: 'the list for this vehicle' }).click();
    await expect(page).toHaveURL('/parts?make=Volkswagen&model=Golf&year=2015');
    await expect(main(page)).toContainText(`of ${list.total.count}`);
    await page.goto(`${golf}/2015/braking`);
    await expect(main(page).getByText('Parts that fit any vehicle')).toHaveCount(0);
  });

  test("a part's vehicles lead to their pages", async ({ page }) => {
    await page.goto(`${golf}/2015/braking`);
    await partsInList(page).first().getByRole('heading').getByRole('link').click();
    const vehicles = page.getByRole('region', { name: 'Fitting vehicles' });
    await vehicles.getByRole('link', { name: 'Volkswagen Golf' }).first().click();
    await expect(page).toHaveURL(golf);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Volkswagen Golf parts');
  });
});

test('a buyer goes down by keyboard, and back by the breadcrumbs', async ({ page }) => {
  await page.goto('/vehicles');
  await expectAlive(page);
  for (const [name, address] of [
    ['Volkswagen', '/vehicles/volkswagen'],
    [/^Golf/, golf],
    ['2015', `${golf}/2015`],
    [/^Braking/, `${golf}/2015/braking`],
  ] as const) {
    await reach(page, main(page).getByRole('link', { name, exact: true }).first());
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  }
  await page
    .getByRole('navigation', { name: 'Breadcrumbs' })
    .getByRole('link', { name: 'Golf' })
    .click();
  await expect(page).toHaveURL(golf);
});

test('the browser remembers a vehicle, and forgets it', async ({ page }) => {
  await page.goto(`${golf}/2015`);
  await page.getByRole('button', { name: 'Remember this vehicle' }).click();
  await expect(main(page).getByText('This browser remembers it.')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Forget this vehicle' }).click();
  await expect(page.getByRole('button', { name: 'Remember this vehicle' })).toBeVisible();
  await page.goto(golf);
  await expect(page.getByRole('button', { name: 'Remember this vehicle' })).toBeVisible();
});

for (const address of ['/vehicles', '/vehicles/volkswagen', golf, `${golf}/2015/braking`])
  test(`${address} is readable`, async ({ page }) => {
    await page.goto(address);
    await expectAlive(page);
    await expectReadable(page, address);
  });

test.describe('to search engines', () => {
  let shop: PageShop;
  test.describe.configure({ mode: 'serial' });
  test.beforeAll(async () => {
    shop = await startPageShop();
    await shop.db
      .insertInto('categories')
      .values({ id: 'brakes', name: 'Brakes <&>', position: 1 })
      .execute();
    const id = await samplePart(shop.db);
    await shop.db.updateTable('parts').set({ category_id: 'brakes' }).execute();
    await sql`insert into fitments (part_id, make, model, year_from, year_to) values
      (${id}, 'Volkswagen', 'Golf', 2015, 2016), (${id}, 'Škoda', 'Octavia', 2015, 2015),
      (${id}, 'Лада', 'Нива', 2010, 2010), (${id}, ${hostile.short}, ${hostile.name}, 2015, 2015), (${id}, '<>', '..', 2015, 2015)`.execute(
      shop.db,
    );
  });
  test.afterAll(async () => shop.close());

  async function read(request: APIRequestContext, path: string) {
    const answer = await request.get(shop.address + path, { maxRedirects: 0 });
    const html = await answer.text();
    const of = (pattern: RegExp) => pattern.exec(html)?.[1];
    return {
      status: answer.status(),
      location: answer.headers()['location'],
      html,
      title: of(/<title>([^<]*)</),
      description: of(/<meta name="description" content="([^"]*)"/),
      canonical: of(/<link rel="canonical" href="([^"]*)"/),
      robots: of(/<meta name="robots" content="([^"]*)"/),
    };
  }

  test('each page has a title, a description, its address and the way to it', async ({
    request,
  }) => {
    const pages = [
      ['/vehicles', 'Parts by vehicle'],
      ['/vehicles/volkswagen', 'Volkswagen parts'],
      [golf, 'Volkswagen Golf parts'],
      [`${golf}/2016`, '2016 Volkswagen Golf parts'],
      [`${golf}/2016/brakes`, 'Brakes &lt;&amp;&gt; for 2016 Volkswagen Golf'],
    ] as const;
    const descriptions = new Set<string | undefined>();
    for (const [at, [path, title]] of pages.entries()) {
      const page = await read(request, path);
      expect(page).toMatchObject({
        status: 200,
        title: `${title} | Underhood`,
        canonical: `http://shop.test${path}`,
        robots: undefined,
      });
      descriptions.add(page.description);
      const [steps] = structuredDataIn(page.html);
      const itemListElement = ['/', ...pages.slice(0, at + 1).map(([address]) => address)].map(
        (address) => expect.objectContaining({ item: `http://shop.test${address}` }),
      );
      expect(steps).toMatchObject({ '@type': 'BreadcrumbList', itemListElement });
    }
    expect(descriptions.size).toBe(pages.length);
    expect([...descriptions].at(-2)).toMatch(
      /^1 part for the 2016 Volkswagen Golf from Brakes .*Built in the model years .*Engines that we know: 1\.8/,
    );
  });

  test('a vehicle has one address, others lead to it for good', async ({ request }) => {
    for (const [path, location] of [
      ['/vehicles/', '/vehicles'],
      ['/vehicles/VW', '/vehicles/volkswagen'],
      ['/vehicles/vw/GOLF/2015?utm_source=mail', `${golf}/2015`],
      ['/vehicles/volkswagen/golf/2015/Brakes', `${golf}/2015/brakes`],
      ['/vehicles/volkswagen/golf/', golf],
      ['/vehicles/%3C%3E', '/vehicles/u-3c-3e'],
      ['/vehicles/%C5%A1koda/octavia', '/vehicles/skoda/octavia'],
      [
        '/vehicles/Лада/Нива',
        `/vehicles/${encodeURIComponent('лада')}/${encodeURIComponent('нива')}`,
      ],
    ] as const)
      for (const time of ['first', 'again'])
        expect(await read(request, path), `${path} ${time}`).toMatchObject({
          status: 301,
          location,
        });
    const cyrillic = `/vehicles/${encodeURIComponent('лада')}`;
    expect(await read(request, cyrillic)).toMatchObject({
      status: 200,
      title: 'Лада parts | Underhood',
    });
  });

  test('what no part is for is the 404 page with a way on', async ({ request }) => {
    for (const path of [
      '/vehicles/no-such-make',
      '/vehicles/%3C%3F',
      '/vehicles/<>/..;',
      '/vehicles/volkswagen/passat',
      `${golf}/2014`,
      `${golf}/20155`,
      `${golf}/abcd`,
      `${golf}/2015/filters`,
      `${golf}/2015/brakes/more`,
      `/vehicles/${'x'.repeat(300)}`,
      '/vehicles/%00',
      '/vehicles/constructor/__proto__',
    ]) {
      const page = await read(request, path);
      expect(page, path).toMatchObject({ status: 404, robots: 'noindex' });
      expect(page.html, path).toContain('href="/parts"');
    }
  });

  test('names of a file of vehicles stay texts, and lead to pages of their own', async ({
    page,
    request,
  }) => {
    const { body } = await shop.request('GET', '/api/vehicle-pages');
    const make = body.makes.find(({ name }: { name: string }) => name === hostile.short).slug;
    const { body: models } = await shop.request('GET', `/api/vehicle-pages?make=${make}`);
    const address = `/vehicles/${make}/${models.models[0].slug}`;
    for (const path of ['/vehicles', `/vehicles/${make}`, address, `${address}/2015/brakes`]) {
      const { status, html } = await read(request, path);
      expect([path, status]).toEqual([path, 200]);
      structuredDataIn(html);
      expect(await injectedIn(page, html), path).toBe(0);
    }
  });
});

/** Elements that a hostile name would have added. */
async function injectedIn(page: Page, html: string): Promise<number> {
  await page.route('**/*', (route) => route.fulfill({ body: '' }));
  await page.goto('about:blank');
  return page.evaluate((text) => {
    const { body, head } = new DOMParser().parseFromString(text, 'text/html');
    const found = [body, head].map((root) => root.querySelectorAll('.hostile, [onfocus]').length);
    return found.reduce((sum, count) => sum + count, 0);
  }, html);
}
