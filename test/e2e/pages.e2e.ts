import { expect, test } from '@playwright/test';
import { texts } from '#contract/texts.ts';
import { portfolio, questions } from '#web/content.ts';
import { startPageShop, type PageShop } from '#test/page-shop.ts';
import { samplePart } from '#test/samples.ts';
import { expectHighlighted } from './highlighted.ts';

let shop: PageShop;
let address: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  shop = await startPageShop();
  ({ address } = shop);
});

test.afterAll(async () => shop.close());

test.describe('every page', () => {
  test('has a header that leads a guest home, to the portfolio, the blog and the login', async ({
    page,
  }) => {
    await page.goto(address);
    const header = page.getByRole('banner');
    const found = await header
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => [link.getAttribute('href'), link.textContent]));
    // The list of all parts and the order pad are ours (docs/paths.md); the logo comes first.
    expect(found).toEqual([
      ['/', 'Underhood'],
      ['/home', 'Home'],
      ['/parts', 'Parts'],
      ['/my-portfolio', 'My Portfolio'],
      ['/blog', 'Blog'],
      ['/#vehicle', 'Your vehicle'],
      ['/order-pad', 'Order pad'],
      ['/login', 'Login'],
    ]);
  });

  test('highlights the link of the page one is on', async ({ page }) => {
    for (const [path, name] of [
      ['/', texts.home],
      ['/home', texts.home],
      ['/my-portfolio', texts.myPortfolio],
      ['/blog', texts.blog],
    ] as const) {
      await page.goto(address + path);
      await expectHighlighted(
        page.getByRole('banner').getByRole('navigation').getByRole('link'),
        name,
      );
    }
  });

  test('has a footer with description, Useful Links, Contact Us and the year 2022', async ({
    page,
  }) => {
    await page.goto(address);
    const footer = page.getByRole('contentinfo');
    const links = footer.getByRole('navigation', { name: texts.usefulLinks }).getByRole('link');
    expect(
      await links.evaluateAll((all) =>
        all.map((link) => [link.getAttribute('href'), link.textContent]),
      ),
    ).toEqual([
      ['/', 'Home'],
      ['/my-portfolio', 'Portfolio'],
      ['/blog', 'Blog'],
      ['/dashboard', 'Dashboard'],
    ]);
    await expect(footer.getByRole('heading', { name: texts.contactUs })).toBeVisible();
    await expect(footer.getByText('hello@shop.test')).toBeVisible();
    await expect(footer.getByText('1 Test Street, Testland')).toBeVisible();
    await expect(footer.getByText('+1 555-0100')).toBeVisible();
    await expect(footer.getByText(/© 2022/)).toBeVisible();
    expect((await footer.locator('p').nth(1).innerText()).length).toBeGreaterThan(20);
    expect(await page.locator('body').innerText()).not.toMatch(/\{\w+\}/);
  });

  test('of the specification that is open answers a guest', async ({ page }) => {
    for (const path of [
      '/',
      '/home',
      '/my-portfolio',
      '/blog',
      '/login',
      '/register',
      '/forget-password',
    ]) {
      expect((await page.goto(address + path))?.status()).toBe(200);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(new URL(page.url()).pathname).toBe(path);
    }
  });

  test('asks for its style sheets before its scripts: it can be shown without them', async ({
    request,
  }) => {
    for (const path of ['/', '/parts', '/vehicles', '/login', '/dashboard/my-orders']) {
      const html = await (await request.get(address + path)).text();
      expect(html, path).toMatch(/^[^]*<link rel="stylesheet"[^]*<link rel="modulepreload"/);
      expect(html.match(/<link rel="stylesheet"/g), path).toHaveLength(1);
      expect(html.indexOf('rel="modulepreload"'), path).toBeGreaterThan(
        html.lastIndexOf('<link rel="stylesheet"'),
      );
    }
  });

  test('brings no schemas to visitors: their library is the server’s', async ({ page }) => {
    const scripts: Promise<string>[] = [];
    page.on('response', (answer) => {
      if (answer.url().endsWith('.js')) scripts.push(answer.text());
    });
    for (const path of ['/', '/parts', '/blog', '/login', '/order-pad']) {
      await page.goto(address + path, { waitUntil: 'networkidle' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
    expect(scripts.length).toBeGreaterThan(20);
    for (const script of await Promise.all(scripts)) expect(script).not.toContain('_zod');
  });

  test('that does not exist says so', async ({ page }) => {
    expect((await page.goto(`${address}/dashboards`))?.status()).toBe(404);
    await expect(page.getByText('Page Not Founded', { exact: true })).toBeVisible();
  });
});

test.describe('the static pages', () => {
  test('the portfolio has an intro, skills, three projects in alternating layout and two education entries', async ({
    page,
  }) => {
    await page.goto(`${address}/my-portfolio`);
    await expect(page.getByText(portfolio.intro)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Skills' }).getByRole('listitem')).toHaveText([
      ...portfolio.skills,
    ]);
    const projects = page.getByRole('region', { name: 'Projects' }).getByRole('article');
    await expect(projects).toHaveCount(3);
    for (const [index, project] of portfolio.projects.entries()) {
      const card = projects.nth(index);
      await expect(card.getByRole('heading', { name: project.name })).toBeVisible();
      await expect(card.getByText(project.details)).toBeVisible();
      await expect(card.locator('img')).toHaveAttribute('src', project.image);
      await expect(card.getByRole('link')).toHaveAttribute('href', project.live);
      await expect(card).toHaveCSS(
        'flex-direction',
        ['row', 'row-reverse'][Number(project.reverse)] ?? '',
      );
    }
    const education = page.getByRole('region', { name: 'Education' }).getByRole('listitem');
    await expect(education).toHaveText(
      portfolio.education.map(
        ({ industry, department, status }) => new RegExp(`${industry}.*${department}.*${status}`),
      ),
    );
    expect(portfolio.education).toHaveLength(2);
  });

  test('the blog has five cards, each with a question and its answer', async ({ page }) => {
    await page.goto(`${address}/blog`);
    const cards = page.getByRole('main').getByRole('article');
    await expect(cards).toHaveCount(5);
    for (const [index, { id, title, description: answer }] of questions.entries()) {
      await expect(cards.nth(index)).toHaveAttribute('id', id);
      await expect(cards.nth(index).getByRole('heading')).toHaveText(title);
      await expect(cards.nth(index)).toContainText(answer);
    }
  });
});

test.describe('the sign-in pages', () => {
  test('login asks for e-mail and password and leads to register, forget-password and Google', async ({
    page,
  }) => {
    await page.goto(`${address}/login`);
    await expect(page.getByLabel('Email')).toBeVisible();
    await expect(page.getByLabel('Password')).toBeVisible();
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: /register/i })).toHaveAttribute(
      'href',
      '/register',
    );
    await expect(main.getByRole('link', { name: /forgot/i })).toHaveAttribute(
      'href',
      '/forget-password',
    );
    await expect(main.getByText(texts.continueWith)).toBeVisible();
    await expect(main.getByRole('button', { name: texts.google })).toBeVisible();
  });

  test('register asks for name, e-mail and password and leads to login and Google', async ({
    page,
  }) => {
    await page.goto(`${address}/register`);
    for (const label of ['Name', 'Email', 'Password'])
      await expect(page.getByLabel(label)).toBeVisible();
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: /login|sign in/i })).toHaveAttribute(
      'href',
      '/login',
    );
    await expect(main.getByRole('button', { name: texts.google })).toBeVisible();
  });

  test('forget-password asks for an e-mail address', async ({ page }) => {
    await page.goto(`${address}/forget-password`);
    await expect(page.getByRole('textbox')).toHaveCount(1);
    await expect(page.getByLabel('Email')).toBeVisible();
  });
});

test('the payment page opens for whoever holds its address, with the order and a card form', async ({
  page,
}) => {
  const buyer = await shop.person('Nadia Okafor');
  const orderId = await shop.order(
    buyer,
    await samplePart(shop.db, { name: 'Brake disc 8', priceCents: 1200, orderQuantity: 100 }),
    100,
  );
  expect((await page.goto(`${address}/payment/${orderId}`))?.status()).toBe(200);
  const main = page.getByRole('main');
  await expect(main.getByText('Brake disc 8').first()).toBeVisible();
  await expect(main.getByText('$1200.00').first()).toBeVisible();
  await expect(main.getByLabel(/card number/i)).toBeVisible();
  await expect(main).not.toContainText(buyer.email);
  expect(new URL(page.url()).pathname).toBe(`/payment/${orderId}`);
});
