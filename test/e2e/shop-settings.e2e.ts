import { expect, test, type Page } from '@playwright/test';
import { hostile, injected } from './hostile-shop.ts';
import type { Person } from '#test/harness.ts';
import { startPageShop, type PageShop } from '#test/page-shop.ts';
import { expectReadable } from './axe-faults.ts';
import { reach } from './keyboard.ts';
import { signInAs } from './sign-in-as.ts';

let shop: PageShop;
let admin: Person;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  shop = await startPageShop();
  // The browser decides by its own clock whether a session has expired.
  shop.clock.advance(Date.now() - shop.clock.now().getTime());
  admin = await shop.person('Ada', { role: 'admin' });
});
test.afterAll(async () => shop.close());
test.beforeEach(async ({ context }) => signInAs(context, admin));

const contact = (page: Page) => page.getByRole('region', { name: 'Contact', exact: true });
const banner = (page: Page) => page.getByRole('region', { name: 'Sale banner', exact: true });
const footer = (page: Page) => page.getByRole('contentinfo');

async function open(page: Page): Promise<void> {
  await page.goto(`${shop.address}/dashboard/shop-settings`);
  await expect(contact(page).getByLabel('E-mail')).toBeVisible();
}

test("an untouched shop shows the specification's banner word by word, with and without scripts", async ({
  request,
}) => {
  const html = await (await request.get(shop.address)).text();
  const shown = /<section aria-labelledby="sale-title"[^]*?<\/section>/.exec(html)?.[0] ?? '';
  const words = shown
    .replaceAll(/<[^>]*>/g, '|')
    .split('|')
    .filter(Boolean);
  expect(words).toEqual(['30% off', 'Under the hood sale', 'Shop Now']);
  expect(shown).toContain('<button type="button"');
  for (const line of ['hello@shop.test', '+1 555-0100', '1 Test Street, Testland'])
    expect(html.slice(html.indexOf('<footer'))).toContain(line);
});

test('an admin changes the contact and the banner by keyboard, and everybody reads them at once', async ({
  page,
  browser,
}) => {
  await page.goto(`${shop.address}/dashboard/manage-orders`);
  await page.getByRole('navigation', { name: 'Dashboard' }).getByText('Shop Settings').click();
  await reach(page, contact(page).getByLabel('Phone'));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('+44 20 7946 0111');
  await page.keyboard.press('Enter');
  await expect(contact(page).getByRole('status').first()).toHaveText(
    'Saved. Pages show it from now on.',
  );
  await expect(footer(page)).toContainText('+44 20 7946 0111');
  await banner(page).getByLabel('Title').fill('Winter tyres <b>&');
  await banner(page).getByLabel('Offer').fill('');
  await banner(page).getByLabel('Where the button leads').fill('/blog');
  await page.keyboard.press('Enter');
  await expect(banner(page).getByRole('status').first()).toHaveText(
    'Saved. Pages show it from now on.',
  );
  await expectReadable(page);
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('region', { name: 'Winter tyres <b>&' })).toBeVisible();
  const guest = await browser.newPage({ javaScriptEnabled: false });
  await guest.goto(shop.address);
  const seen = guest.getByRole('region', { name: 'Winter tyres <b>&' });
  await expect(seen).not.toContainText('30% off');
  await expect(footer(guest)).toContainText('+44 20 7946 0111');
  await seen.getByRole('link', { name: 'Shop Now' }).click();
  await expect(guest).toHaveURL(`${shop.address}/blog`);
  await guest.close();
});

test('what cannot be saved is said beside its field, and what somebody else saved meanwhile is not lost', async ({
  page,
}) => {
  await open(page);
  await contact(page).getByLabel('E-mail').fill('nobody');
  await contact(page).getByRole('button', { name: 'Save' }).click();
  await expect(contact(page).getByText('Must be an e-mail address.')).toBeVisible();
  await expect(contact(page).getByLabel('E-mail')).toBeFocused();
  await contact(page).getByLabel('E-mail').fill('mine@shop.test');
  const seen = shop.settings.current.contact;
  const theirs = { ...seen, street: '9 Their Street' };
  await shop.request('PUT', '/api/admin/settings/contact', {
    as: admin,
    body: { seen, value: theirs },
  });
  await contact(page).getByRole('button', { name: 'Save' }).click();
  await expect(contact(page)).toContainText('somebody else changed it meanwhile');
  await expect(contact(page)).toContainText('9 Their Street');
  expect(shop.settings.current.contact).toEqual(theirs);
  await contact(page).getByRole('button', { name: 'Save' }).click();
  await expect(contact(page).getByRole('status').first()).toContainText('Saved.');
  expect(shop.settings.current.contact).toEqual({ ...seen, email: 'mine@shop.test' });
});

test('a hidden banner is on no page, and the original comes back at a press', async ({
  page,
  request,
}) => {
  await open(page);
  await banner(page).getByLabel('On the home page').selectOption('Hidden');
  await banner(page).getByRole('button', { name: 'Save' }).click();
  await expect(banner(page).getByRole('status').first()).toContainText('Saved.');
  expect(await (await request.get(shop.address)).text()).not.toContain('id="sale-title"');
  await banner(page).getByRole('button', { name: 'Back to the original text' }).click();
  await expect(banner(page).getByLabel('Title')).toHaveValue('Under the hood sale');
  await expect(banner(page).getByLabel('On the home page')).toHaveValue('yes');
  await expect(banner(page)).toContainText('This is the original text.');
  await expect(contact(page).getByRole('button', { name: /original/ })).toBeVisible();
  expect(await (await request.get(shop.address)).text()).toContain('Under the hood sale');
});

test('the way back after a refused save says that it was saved, and the focus is not lost with its button', async ({
  page,
}) => {
  await open(page);
  const seen = shop.settings.current.contact;
  const value = { ...seen, street: '10 Their Street' };
  await shop.request('PUT', '/api/admin/settings/contact', { as: admin, body: { seen, value } });
  await contact(page).getByLabel('Phone').fill('+44 20 7946 0222');
  await contact(page).getByRole('button', { name: 'Save' }).click();
  await expect(contact(page)).toContainText('somebody else changed it meanwhile');
  await contact(page).getByRole('button', { name: 'Back to the original text' }).click();
  await expect(contact(page)).toContainText('This is the original text.');
  await expect(contact(page).getByRole('status')).toHaveText('Saved. Pages show it from now on.');
  await expect(contact(page)).not.toContainText('Shown now');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('hostile texts are only text', async ({ page }) => {
  const { contact: seen, saleBanner } = shop.settings.current;
  const put = (block: string, body: object) =>
    shop.request('PUT', `/api/admin/settings/${block}`, { as: admin, body });
  const value = { ...seen, street: hostile.line };
  expect((await put('contact', { seen, value })).status).toBe(200);
  const bad = {
    ...saleBanner,
    title: hostile.name.slice(0, 80),
    button: hostile.short.slice(0, 30),
  };
  expect((await put('sale-banner', { seen: saleBanner, value: bad })).status).toBe(200);
  const heard: string[] = [];
  page.on('dialog', (dialog) => void (heard.push(dialog.message()), dialog.dismiss()));
  for (const path of ['/', '/dashboard/shop-settings', '/dashboard/audit-log']) {
    await page.goto(shop.address + path);
    await expect(footer(page)).toContainText(hostile.line);
    await expect(page.locator(injected)).toHaveCount(0);
  }
  expect(heard).toEqual([]);
});
