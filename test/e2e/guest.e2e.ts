import { texts } from '#contract/texts.ts';
import { expectAlive, holdScripts } from './hold-scripts.ts';
import { partsInList, searchBox } from './finding.ts';
import { expect, test } from './journey.ts';

test.describe('a guest', () => {
  test('finds parts, steps and reviews on the home page', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1, name: texts.heroTitle })).toBeVisible();
    await page.getByRole('link', { name: texts.showAllParts }).click();
    await expect(page).toHaveURL(/#parts$/);
    const parts = page.locator('#parts');
    await expect(parts.getByRole('heading', { name: texts.allOurParts })).toBeInViewport();
    await expect(parts.getByRole('link', { name: texts.purchaseNow })).toHaveCount(6);
    await expect(parts.getByText(/^\$\d+\.\d{2} \/ pice$/)).toHaveCount(6);
    await expect(parts.getByText(/^\d+ items pack$/)).toHaveCount(6);
    await expect(page.getByRole('heading', { name: texts.clientsReview })).toBeVisible();
    await expect(page.getByText(texts.saleOff)).toBeVisible();
  });

  test('searches for words that were typed before the scripts ran', async ({ page }) => {
    const scriptsArrive = await holdScripts(page);
    await page.goto('/parts', { waitUntil: 'commit' });
    const words = searchBox(page);
    await words.fill('brake disc');
    await scriptsArrive();
    await expectAlive(page);
    await expect(words).toHaveValue('brake disc');
    await words.press('Enter');
    await expect(page).toHaveURL(/[?&]q=brake\+disc/);
  });

  test('reads the portfolio and the blog from the header', async ({ page }) => {
    await page.goto('/');
    const header = page.getByRole('banner');
    await header.getByRole('link', { name: texts.myPortfolio }).click();
    await expect(page).toHaveURL(/\/my-portfolio$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await header.getByRole('link', { name: texts.blog }).click();
    await expect(page).toHaveURL(/\/blog$/);
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(5);
    await expect(header.getByRole('link', { name: texts.dashboard })).toHaveCount(0);
    await expect(header.getByRole('link', { name: texts.login })).toBeVisible();
  });

  test('who comes by an advertisement keeps what it put behind the address, and finds every page', async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    await page.goto('/?utm_source=mail');
    await expect(page.getByRole('heading', { level: 1, name: texts.heroTitle })).toBeVisible();
    await page.goto('/parts?utm_source=mail&q=disc');
    await expect(searchBox(page)).toHaveValue('disc');
    await expectAlive(page);
    await page.getByRole('combobox', { name: 'Make' }).selectOption({ index: 1 });
    await expect(page).toHaveURL(/\/parts\?q=disc&make=[^&]+$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/parts\?utm_source=mail&q=disc$/);
    const header = page.getByRole('banner');
    for (const [name, address] of [
      [texts.myPortfolio, /\/my-portfolio$/],
      [texts.blog, /\/blog$/],
      [texts.login, /\/login$/],
    ] as const) {
      await header.getByRole('link', { name }).click();
      await expect(page).toHaveURL(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
    // The server answers no `.data` requests (server/http/site.ts), so the browser must not make any.
    expect(asked.filter((pathname) => pathname.endsWith('.data'))).toEqual([]);
  });

  test('is asked to sign in before a purchase', async ({ page }) => {
    await page.goto('/');
    await page.locator('#parts').getByRole('link', { name: texts.purchaseNow }).first().click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByLabel('Email')).toBeVisible();
    // The login says what it is for.
    await expect(page.getByRole('main')).toContainText(/To order .+ for \$\d+\.\d{2} per piece/);
  });

  test('looks at a part by its name or picture, and orders from there', async ({ page }) => {
    await page.goto('/parts');
    const card = partsInList(page).first();
    const name = card.getByRole('heading').getByRole('link');
    const called = await name.innerText();
    await name.click();
    await expect(page).toHaveURL(/\/parts\/[a-z0-9-]+-[\da-f]{12}$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(called);
    await expect(page.getByRole('heading', { name: 'Fitting vehicles' })).toBeVisible();
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
      'href',
      new RegExp(`${new URL(page.url()).pathname}$`),
    );
    await page.getByRole('link', { name: texts.purchaseNow }).click();
    await expect(page).toHaveURL(/\/login$/);
  });

  test('who opens the page of an order form by its address is moved on before seeing it', async ({
    page,
  }) => {
    await page.goto('/parts');
    const purchase = page.getByRole('main').getByRole('link', { name: texts.purchaseNow }).first();
    const address = (await purchase.getAttribute('href')) ?? '';
    // The shop's scripts are not loaded yet: the inline script is enough.
    const scriptsArrive = await holdScripts(page);
    await page.goto(address, { waitUntil: 'commit' });
    await expect(page).toHaveURL(/\/login$/);
    await scriptsArrive();
    await expectAlive(page);
  });
});

test.describe('a guest without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('reads a part, finds the login from its order form, and opens the phone menu', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const card = partsInList(page).first();
    // A list that was not there at once is filled in by a script, so without scripts the page is loaded again.
    await expect(async () => {
      await page.goto('/parts');
      await expect(card).toBeVisible({ timeout: 500 });
    }).toPass();
    const name = await card.getByRole('heading').innerText();
    await card.getByRole('link', { name: texts.purchaseNow }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page.getByRole('main').getByRole('form')).toHaveCount(0);
    await page.getByRole('main').getByRole('link', { name: texts.login }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.locator('form noscript div').first()).toBeVisible();
    const links = page.getByRole('banner').getByRole('navigation');
    await expect(links).toBeHidden();
    await page.getByRole('button', { name: 'Menu' }).click();
    await links.getByRole('link', { name: texts.blog }).click();
    await expect(page).toHaveURL(/\/blog$/);
  });
});

test.describe('an address that does not exist', () => {
  test.use({ expectedStatuses: [404] });

  for (const path of ['/purchase/nothing', '/payment/nothing'])
    test(`is told apart from the shop in a tab and by search engines: ${path}`, async ({
      page,
    }) => {
      expect((await page.goto(path))?.status()).toBe(404);
      await expect(page).toHaveTitle(`${texts.pageNotFound} | Underhood`);
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.pageNotFound);
    });

  test('is the 404 page with status 404', async ({ page }) => {
    const answer = await page.goto('/no-such-page');
    expect(answer?.status()).toBe(404);
    await expect(page.getByText(texts.pageNotFound)).toBeVisible();
  });
});
