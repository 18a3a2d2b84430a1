import { expect, test } from '@playwright/test';
import { startPageShop, type PageShop } from '#test/page-shop.ts';
import { partEditor } from '#test/part-editor.ts';
import { expectAlive } from './hold-scripts.ts';
import { signInAs } from './sign-in-as.ts';
import { mine, tool } from './vehicle-tool.ts';

/** A shop with parts for one vehicle. */
let shop: PageShop;
const golf = { make: 'Volkswagen', model: 'Golf' };

test.beforeAll(async () => {
  shop = await startPageShop();
  const { added } = await partEditor(shop, 'Spelling');
  await added({ fitments: [{ ...golf, yearFrom: 2014, yearTo: 2016 }] });
});
test.afterAll(async () => shop.close());

test('who leaves the name of a vehicle as it is stays at its button', async ({ page, context }) => {
  const cora = await shop.person('Cora Customer');
  const body = { vehicles: [{ ...golf, year: 2015 }] };
  await shop.request('POST', '/api/my-vehicles', { as: cora, body });
  await signInAs(context, cora);
  await page.goto(`${shop.address}/blog`);
  await expectAlive(page);
  await tool(page).click();
  const name = mine(page).getByRole('button', { name: 'Name: Volkswagen Golf 2015' });
  const field = mine(page).getByLabel('What you call it');
  await name.press('Enter');
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await expect(name).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
});

test('a vehicle from an address in another spelling is kept once, and shown as kept', async ({
  page,
  context,
}) => {
  const dora = await shop.person('Dora Customer');
  await signInAs(context, dora);
  await page.goto(`${shop.address}/parts?make=vw&model=golf`);
  await expectAlive(page);
  await page.getByRole('form', { name: 'Vehicle' }).getByLabel('Year').selectOption('2015');
  await expect(page).toHaveURL(/year=2015/);
  await tool(page).click();
  const keep = mine(page).getByRole('button', { name: 'Keep in my garage' });
  await keep.click();
  const kept = mine(page).getByRole('button', { name: 'Volkswagen Golf 2015', exact: true });
  await expect(kept).toHaveAttribute('aria-pressed', 'true');
  await expect(keep).toBeHidden();
  const { body } = await shop.request('GET', '/api/my-vehicles', { as: dora });
  expect(body).toMatchObject([{ ...golf, year: 2015 }]);
});
