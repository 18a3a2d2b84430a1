import { expect, test, type Locator, type Page } from '@playwright/test';
import { startPageShop, type PageShop } from '#test/page-shop.ts';
import { partEditor } from '#test/part-editor.ts';
import { axeFaults, expectReadable } from './axe-faults.ts';
import { expectAlive } from './hold-scripts.ts';
import { reach } from './keyboard.ts';
import { signInAs } from './sign-in-as.ts';
import { typedVins } from './typed-vins.ts';
import { chooser, mine, tool } from './vehicle-tool.ts';

/** A shop with parts for two vehicles. */
let shop: PageShop;

const golf = { make: 'Volkswagen', model: 'Golf', year: 2015 };
const transit = { make: 'Ford', model: 'Transit', year: 2018 };
const { accord } = typedVins;

test.beforeAll(async () => {
  shop = await startPageShop();
  const { added } = await partEditor(shop, 'Garage');
  const fitment = ({ make, model, year }: typeof golf) => ({
    make,
    model,
    yearFrom: year - 1,
    yearTo: year + 1,
  });
  await added({ fitments: [fitment(golf), fitment(transit)] });
});

test.afterAll(async () => shop.close());

const row = (page: Page, text: string): Locator =>
  page.getByRole('table', { name: 'Your vehicles' }).getByRole('row').filter({ hasText: text });
const dialog = (page: Page): Locator => page.getByRole('dialog');

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${shop.address}${path}`);
  await expectAlive(page);
}

async function choose(page: Page, vehicle: typeof golf): Promise<void> {
  await tool(page).click();
  for (const [field, value] of [
    ['Make', vehicle.make],
    ['Model', vehicle.model],
    ['Year', String(vehicle.year)],
  ] as const)
    await expect(async () => {
      await chooser(page).getByLabel(field).selectOption(value, { timeout: 1000 });
      await expect(chooser(page).getByLabel(field)).toHaveValue(value, { timeout: 500 });
    }).toPass();
  await chooser(page).getByRole('button', { name: 'Use this vehicle' }).click();
  await expect(chooser(page)).toBeHidden();
}

async function keep(page: Page): Promise<void> {
  await tool(page).click();
  await mine(page).getByRole('button', { name: 'Keep in my garage' }).click();
}

const storedGarage = (page: Page) => page.evaluate(() => localStorage.getItem('underhood.garage'));

test('a guest keeps two vehicles by keyboard, and signs in: one was there, none is doubled', async ({
  page,
  context,
}) => {
  await open(page, '/blog');
  await choose(page, golf);
  await reach(page, tool(page));
  await page.keyboard.press('Enter');
  await reach(page, mine(page).getByRole('button', { name: 'Keep in my garage' }));
  await page.keyboard.press('Enter');
  await expect(
    mine(page).getByRole('button', { name: 'Volkswagen Golf 2015' }).first(),
  ).toBeVisible();
  await expect(mine(page).getByRole('button', { name: 'Keep in my garage' })).toBeHidden();
  await page.keyboard.press('Escape');
  await choose(page, transit);
  await keep(page);
  const other = await context.newPage();
  await open(other, '/blog');
  await tool(other).click();

  await reach(page, mine(page).getByRole('button', { name: 'Name: Ford Transit 2018' }));
  await page.keyboard.press('Enter');
  await page.keyboard.type(`Van ${accord}`);
  await page.keyboard.press('Enter');
  await expect(mine(page).getByText('This looks like a VIN, which is not kept.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Van 3');
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(mine(page).getByRole('button', { name: /^Van 3/ })).toBeVisible();
  await expectReadable(page, 'the chooser with vehicles');
  // The other tab follows.
  await expect(mine(other).getByRole('button', { name: /^Van 3/ })).toBeVisible();
  await other.close();

  await mine(page)
    .getByRole('button', { name: /^Volkswagen Golf 2015/ })
    .click();
  await expect(tool(page)).toHaveAccessibleName(/Volkswagen Golf 2015/);

  const cora = await shop.person('Cora Customer');
  await shop.request('POST', '/api/my-vehicles', {
    as: cora,
    body: { vehicles: [{ ...golf, name: 'Boss' }] },
  });
  await signInAs(context, cora);
  await open(page, '/blog');
  await expect(
    page.getByText('1 vehicle of this browser went into your garage.').first(),
  ).toBeAttached();
  await expect.poll(() => storedGarage(page)).toBeNull();
  await tool(page).click();
  await expect(mine(page).getByRole('listitem')).toHaveText([/^Boss/, /^Van 3/]);
  const { body } = await shop.request('GET', '/api/my-vehicles', { as: cora });
  expect(body).toMatchObject([
    { ...golf, name: 'Boss' },
    { ...transit, name: 'Van 3' },
  ]);
});

test('a customer keeps, names, chooses and removes vehicles on their page', async ({
  page,
  context,
}) => {
  await signInAs(context, await shop.person('Cora Customer'));
  await open(page, '/dashboard/my-vehicles');
  await expect(page.getByText(/^No vehicles yet/)).toBeVisible();
  await expectReadable(page, 'an empty garage');
  await choose(page, golf);
  await keep(page);
  await page.keyboard.press('Escape');
  await expect(row(page, 'Volkswagen Golf 2015')).toContainText('Chosen');
  await choose(page, transit);
  await keep(page);
  await page.keyboard.press('Escape');
  await expect(row(page, 'Ford Transit 2018')).toContainText('Chosen');

  await page.getByRole('button', { name: 'Name: Ford Transit 2018' }).press('Enter');
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill(accord);
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page).getByText('This looks like a VIN, which is not kept.')).toBeVisible();
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Van 3');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Van 3')).toContainText('Ford Transit 2018');
  await page.getByRole('button', { name: 'Choose: Volkswagen Golf 2015' }).click();
  await expect(row(page, 'Volkswagen Golf 2015')).toContainText('Chosen');
  await expect(tool(page)).toHaveAccessibleName(/Volkswagen Golf 2015/);
  await expectReadable(page, 'a garage');

  await page.getByRole('button', { name: 'Remove: Van 3' }).click();
  await dialog(page).getByRole('button', { name: 'Yes' }).click();
  await expect(row(page, 'Van 3')).toHaveCount(0);
  await row(page, 'Golf').getByRole('link', { name: 'Volkswagen Golf 2015' }).click();
  await expect(page).toHaveURL(/\/parts\?make=Volkswagen&model=Golf&year=2015$/);
});

test('the list of a fleet is told by vehicle, kept in the garage if wanted, and gone', async ({
  page,
  context,
}) => {
  await signInAs(context, await shop.person('Cora Customer'));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await open(page, '/dashboard/my-vehicles');
  const box = page.getByRole('textbox', { name: 'VINs' });
  await box.fill(
    [
      accord,
      '',
      typedVins.otherAccordWithWrongDigit,
      `Van 4\t${typedVins.jetta}`,
      typedVins.accordWithWrongLetter,
      'VIN',
    ].join('\n'),
  );
  await reach(page, page.getByRole('button', { name: 'Which vehicles are these?' }));
  await page.keyboard.press('Enter');
  const fleet = page.getByRole('table', { name: 'Vehicles of the fleet' });
  await expect(fleet.getByRole('row')).toHaveText([
    /^Vehicle/,
    /^Honda Accord 2003, V6 petrol\D*2\D*1, 3$/,
    /^Volkswagen Jetta 2011, .*1\D*4$/,
  ]);
  await expect(page.getByText('3 VINs, 2 different vehicles.')).toBeVisible();
  await expect(page.getByText('No VIN in line 6.')).toBeVisible();
  await expect(page.getByText('compare it with the papers in line 5.')).toBeVisible();
  await expect(page.getByText(/^The check digit is not right, .* in line 3\.$/)).toBeVisible();
  await expect(box).toHaveValue('');
  await expectReadable(page, 'a fleet');
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  for (const place of [await page.content(), kept, ...asked])
    expect(place.toUpperCase()).not.toMatch(/1HGCM8|3VWLL7/);

  await page.getByRole('button', { name: 'Keep these vehicles' }).press('Enter');
  await expect(page.getByText('2 vehicles went into your garage.').first()).toBeAttached();
  await expect(row(page, 'Honda Accord 2003')).toBeVisible();
  await page.getByRole('button', { name: 'Keep these vehicles' }).press('Enter');
  await expect(page.getByText('They are in your garage already.').first()).toBeAttached();
  await expect(page.getByRole('table', { name: 'Your vehicles' }).getByRole('row')).toHaveCount(3);

  await test.step('a list that is too long is refused, and stays to be shortened', async () => {
    const many = Array.from({ length: 501 }, (_, at) => `1HGCM82633A${100_000 + at}`).join('\n');
    await box.fill(many);
    await page.getByRole('button', { name: 'Which vehicles are these?' }).click();
    await expect(page.getByText('more than 500 VINs at once')).toBeVisible();
    await expect(box).toHaveValue(many);
  });
});

test('VINs that are pasted while a list is awaited stay in the box', async ({ page, context }) => {
  await signInAs(context, await shop.person('Cora Customer'));
  await open(page, '/dashboard/my-vehicles');
  const isPasted = Promise.withResolvers<void>();
  await page.route('**/api/vins', async (route) => {
    await isPasted.promise;
    await route.continue();
  });
  const box = page.getByRole('textbox', { name: 'VINs' });
  await box.fill(accord);
  const asked = page.waitForRequest('**/api/vins');
  await page.getByRole('button', { name: 'Which vehicles are these?' }).click();
  await asked;
  await box.fill(typedVins.golf);
  isPasted.resolve();
  await expect(page.getByText('1 VIN, 1 different vehicle.')).toBeVisible();
  await expect(box).toHaveValue(typedVins.golf);
  await expect(box).toBeFocused();
});
