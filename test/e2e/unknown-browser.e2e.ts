import { expect, test } from '@playwright/test';
import { texts } from '#contract/texts.ts';
import { codeIn, linkIn, mailsTo } from '#test/mailbox.ts';
import { Visitor } from '#test/visitor.ts';
import { axeFaults } from './axe-faults.ts';
import { startHostileShop, type HostileShop } from './hostile-shop.ts';

const owner = { name: 'Nadia Buyer', email: 'nadia@example.com', password: 'bulk-order' };

let hostileShop: HostileShop;
test.beforeAll(async ({ playwright }, project) => {
  hostileShop = await startHostileShop({ playwright }, project);
});
test.afterAll(() => hostileShop.close());

test('while strangers guess at a password, its owner logs in from a new browser by a mailed link', async () => {
  const { shop } = hostileShop;
  const atHome = new Visitor(shop.app, '192.0.2.1');
  await atHome.post('/api/identity/sign-up/email', owner);
  for (let i = 0; i < 101; i += 1)
    await new Visitor(shop.app, `198.18.0.${i}`).post('/api/identity/sign-in/email', {
      email: owner.email,
      password: `guess-${i}`,
    });

  const { page, context } = await hostileShop.open();
  const logIn = async () => {
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password').fill(owner.password);
    await page.getByRole('main').getByRole('button', { name: texts.login }).click();
  };
  await page.goto('/login');
  await logIn();
  await expect(
    page
      .getByRole('main')
      .getByText('we have mailed you a link: open it in this browser, then log in'),
  ).toBeVisible();
  // What was typed stays.
  await expect(page.getByLabel('Email')).toHaveValue(owner.email);
  expect(await axeFaults(page)).toEqual([]);

  const mail = (await mailsTo(shop.db, owner.email)).find(
    ({ subject }) => subject === 'Is it you who wants to log in?',
  );
  expect(codeIn(mail)).toMatch(/^[\w-]{43}$/);
  await page.goto(linkIn(mail).href);
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'This is my browser' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await logIn();
  await expect(page.getByRole('banner').getByRole('button', { name: owner.name })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);

  // The link is used up.
  await page.goto(linkIn(mail).href);
  await page.getByRole('button', { name: 'This is my browser' }).click();
  await expect(
    page.getByRole('main').getByText('This link is not valid any more. Please ask for a new one.'),
  ).toBeVisible();
  await context.close();
  // The browser at home was never asked for anything.
  expect((await atHome.post('/api/identity/sign-in/email', owner)).statusCode).toBe(200);
});
