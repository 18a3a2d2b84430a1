import { expect, test, type Locator, type Page } from '@playwright/test';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { texts } from '#contract/texts.ts';
import { startPageShop, type PageShop } from '#test/page-shop.ts';
import { partEditor } from '#test/part-editor.ts';
import { main, purchaseNow, quantityField, toast } from './checkout.ts';
import { delivery } from './customer.ts';
import { partsInList } from './finding.ts';
import { expectAlive } from './hold-scripts.ts';
import { reach } from './keyboard.ts';
import { signInAs } from './sign-in-as.ts';
import { typedVins } from './typed-vins.ts';
import { chooser, tool } from './vehicle-tool.ts';

/** A shop with one part for a Golf. */
let shop: PageShop;

test.beforeAll(async () => {
  shop = await startPageShop();
  await storeTaxonomy(shop.db);
  const { added } = await partEditor(shop, 'HOME');
  const golf = { make: 'Volkswagen', model: 'Golf', yearFrom: 2014, yearTo: 2018 };
  await added({ name: 'Disc for a Golf', fitments: [golf] });
});

test.afterAll(async () => shop.close());

/** Goes to a field by Tab and types what is chosen, as soon as the field offers it. */
async function chooseByTyping(page: Page, field: Locator, value: string): Promise<void> {
  await expect(field.getByRole('option', { name: value, exact: true })).toBeAttached();
  await reach(page, field);
  await page.keyboard.type(value);
  await expect(field).toHaveValue(value);
}

async function press(page: Page, target: Locator): Promise<void> {
  await reach(page, target);
  await page.keyboard.press('Enter');
}

for (const width of [1280, 390])
  test(`a vehicle leads from the home page to its parts, a badge and an order, by keyboard alone, ${width} px wide`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await signInAs(context, await shop.person(`Kay Board ${width}`));
    await page.goto(shop.address);
    await expectAlive(page);
    const finder = page.getByRole('form', { name: 'Find parts by vehicle' });
    await chooseByTyping(page, finder.getByLabel('Make'), 'Volkswagen');
    await chooseByTyping(page, finder.getByLabel('Model'), 'Golf');
    await chooseByTyping(page, finder.getByLabel('Year'), '2016');
    await press(page, finder.getByRole('button', { name: 'Show 1 part', exact: true }));
    await expect(main(page).getByRole('status').first()).toHaveText('1 part for your vehicle');
    const card = partsInList(page).filter({ hasText: 'Disc for a Golf' });
    await expect(card).toContainText('Fits Volkswagen Golf 2014–2018.');

    await press(page, card.getByRole('link', { name: 'Disc for a Golf', exact: true }));
    // The card in the list says the same, and has such a link.
    await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Disc for a Golf');
    await expect(page.getByText('Fits Volkswagen Golf 2014–2018.', { exact: true })).toBeVisible();
    await press(page, main(page).getByRole('link', { name: texts.purchaseNow }).first());
    await expect(purchaseNow(page)).toBeVisible();
    await expectAlive(page);
    await reach(page, main(page).getByLabel('Address'));
    await page.keyboard.type(delivery.address);
    await reach(page, main(page).getByLabel('Phone'));
    await page.keyboard.type(delivery.phone);
    await reach(page, quantityField(page));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('200');
    await press(page, purchaseNow(page));
    await expect(toast(page, texts.orderPlaced)).toBeVisible();
  });

test('a VIN is typed, looked up and taken by keyboard alone', async ({ page }) => {
  await page.goto(`${shop.address}/blog`);
  await expectAlive(page);
  const ask = async (vin: string) => {
    await reach(page, chooser(page).getByLabel('Or its VIN'));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(vin);
    await press(page, chooser(page).getByRole('button', { name: 'Look it up' }));
  };
  await press(page, tool(page));
  await expect(chooser(page)).toBeVisible();
  await ask(typedVins.maybachOrMercedes);
  await press(page, chooser(page).getByRole('button', { name: 'Mercedes-Benz' }));
  await expect(chooser(page).getByLabel('Make')).toHaveValue('Mercedes-Benz');
  await ask(typedVins.accord);
  await press(page, chooser(page).getByRole('button', { name: 'Use this one' }));
  await expect(tool(page)).toHaveAccessibleName('Your vehicle: Honda Accord 2003, V6 petrol');
});
