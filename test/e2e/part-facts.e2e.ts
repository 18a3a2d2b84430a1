import type { Locator, Page } from '@playwright/test';
import { expect, rowOf, search, test } from './admin.ts';
import { expectWorkable } from './axe-faults.ts';
import { main } from './checkout.ts';
import { addPart, fillRequired, group, openGroup, picture, status } from './part-form.ts';

const choices = (page: Page) => page.getByRole('listbox').getByRole('option');
const picker = (place: Page | Locator, name: string) => place.getByRole('combobox', { name });

/** Types into the field that has the focus and takes the first choice by arrow key and Enter. */
async function pick(page: Page, field: Locator, typed: string, choice: string): Promise<void> {
  await field.pressSequentially(typed);
  const option = choices(page).first();
  await expect(option).toContainText(choice);
  if ((await field.getAttribute('aria-activedescendant')) === null)
    await page.keyboard.press('ArrowDown');
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox')).toHaveCount(0);
}

test('an admin adds a part with all that a catalogue knows of it, by keyboard', async ({
  page,
  admin,
  request,
}) => {
  const stamp = Date.now();
  const name = `Front disc of journey ${stamp}`;
  const { makes } = (await (await request.get('/api/vehicles')).json()) as { makes: string[] };
  const make = makes[0] ?? '';
  await fillRequired(page, name);

  const catalogue = await openGroup(page, 'Catalogue');
  await page.keyboard.press('Tab');
  await expect(picker(page, 'Part type')).toBeFocused();
  await pick(page, picker(page, 'Part type'), 'brake rotor', 'Brake disc');
  await expect(picker(page, 'Part type')).toHaveValue('Brake disc');
  await expect(picker(page, 'Category')).toBeDisabled();
  await expect(picker(page, 'Category')).toHaveValue('Braking');
  await expect(catalogue.getByText('Decided by the part type, Brake disc.')).toBeVisible();
  await picker(page, 'Brand').pressSequentially(`Forge ${stamp}`);
  await expect(status(page, 'This brand is new.')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await page.keyboard.type(`FD ${stamp}`);
  // As the field shows a part, with a name that is longer than a search may be.
  const shown = `Brake disc, ${'very '.repeat(20)}large · BD-3122`;
  await pick(page, picker(page, 'Replaced by'), shown, 'BD-3122');
  await expectWorkable(page, 'the open group Catalogue');

  const attributes = await openGroup(page, 'Attributes');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Diameter (mm)', { exact: true })).toBeFocused();
  await page.keyboard.type('312.5');
  await attributes.getByLabel('Axle').selectOption('Front');

  const numbers = await openGroup(page, 'Other numbers');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(numbers.getByLabel('Kind')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type(`1K0 ${stamp}`);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Volkswagen');
  await expect(numbers.locator('summary')).toContainText('1');

  const pictures = await openGroup(page, 'More pictures');
  await pictures.getByLabel('Picture in words').fill('The disc from the front');
  await pictures.getByLabel('Add pictures').setInputFiles(picture('brake-disc'));
  await expect(status(page, 'The upload of picture 2 is done.')).toHaveCount(1);
  await pictures.getByLabel('In words, picture 2').fill('The disc in its box');
  await pictures.getByRole('button', { name: 'Make first: picture 2' }).press('Enter');
  await expect(pictures.getByLabel('Picture in words')).toHaveValue('The disc in its box');
  await expect(pictures.getByLabel('In words, picture 2')).toHaveValue('The disc from the front');

  const vehicles = await openGroup(page, 'Vehicles');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(picker(vehicles, 'Make')).toBeFocused();
  await pick(page, picker(vehicles, 'Make'), make.slice(0, 3), make.slice(0, 3));
  await expect(picker(vehicles, 'Make')).not.toHaveValue(make.slice(0, 3));
  await page.keyboard.press('Tab');
  await page.keyboard.type('Wayfarer');
  const typedInOrder = ['2011', '2018', '2,0 l Diesel', 'front', 'with sports brakes'];
  for (const typed of [...typedInOrder, 'the large ones', 'own workshop']) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(typed);
  }
  await expectWorkable(page, 'all groups open');

  const id = await addPart(page, name);
  await expect(page.locator('details[open]')).toHaveCount(0);
  await openGroup(page, 'Catalogue');
  await expect(picker(page, 'Part type')).toHaveValue('');
  const part = await admin.seePart(id);
  expect(part).toMatchObject({
    type: 'brake-disc',
    category: 'braking',
    brand: `Forge ${stamp}`,
    partNumber: `FD ${stamp}`,
    imageAlt: 'The disc in its box',
    attributes: { dia: 312.5, axle: 'Front' },
    numbers: [{ kind: 'oe', number: `1K0 ${stamp}`, maker: 'Volkswagen' }],
    pictures: [{ alt: 'The disc from the front' }],
    fitments: [
      {
        model: 'Wayfarer',
        yearFrom: 2011,
        yearTo: 2018,
        engine: '2.0 diesel',
        position: 'front',
        note: 'with sports brakes',
        remark: 'the large ones',
        source: 'own workshop',
      },
    ],
  });
  expect(part.replacedByName).toMatch(/^Brake disc/);
  expect(part.image).not.toBe(part.pictures[0]?.image);
});

test.describe('somebody else was faster', () => {
  test.use({ expectedStatuses: [409] });

  test('what another admin changed in lists and references is told by name and taken over; the own edits stay', async ({
    page,
    admin,
  }) => {
    const stamp = Date.now();
    const name = `Rear disc of journey ${stamp}`;
    await fillRequired(page, name);
    const id = await addPart(page, name);
    const numbers = [{ kind: 'oe' as const, number: `5Q0 ${stamp}`, maker: 'Seat' }];
    const disc = { type: 'brake-disc', attributes: { dia: 280, thk: 12 }, numbers };
    await admin.edit(id, disc);

    await page.goto(`/dashboard/manage-products/${id}`);
    for (const title of ['Catalogue', 'Attributes', 'Other numbers'])
      await expect(group(page, title)).toHaveAttribute('open');
    for (const title of ['More pictures', 'Vehicles'])
      await expect(group(page, title)).not.toHaveAttribute('open');
    await expect(page.getByLabel('Thickness (mm)', { exact: true })).toHaveValue('12');
    // Two lists of one's own: a further number, and a vehicle.
    await page.getByRole('button', { name: 'Add number' }).press('Enter');
    const second = page.getByRole('group', { name: 'Number 2' });
    await second.getByLabel('Kind').selectOption('Barcode');
    await second.getByLabel('Number', { exact: true }).fill(String(stamp));
    await openGroup(page, 'Vehicles');
    await page.getByRole('button', { name: 'Add vehicle' }).press('Enter');
    const vehicle = page.getByRole('group', { name: 'Vehicle 1' });
    await picker(vehicle, 'Make').fill('Seat');
    await picker(vehicle, 'Model').fill('Wayfarer');
    await vehicle.getByLabel('From').fill('2015');
    await vehicle.getByLabel('To', { exact: true }).fill('2019');

    await admin.edit(id, { type: 'brake-drum', attributes: { dia: 300 } });
    await page.getByRole('button', { name: 'Save product' }).press('Enter');
    await expect(
      page.getByRole('heading', { name: 'Somebody else changed this product in the meantime' }),
    ).toBeFocused();
    const changed = page.getByRole('table', { name: 'What changed' }).getByRole('row');
    await expect(changed.nth(1).getByRole('cell')).toHaveText([
      'Part type',
      'Brake disc',
      'Brake drum',
      'Brake disc',
    ]);
    await expect(changed.nth(2).getByRole('cell')).toHaveText([
      'Attributes',
      'Diameter (mm) 280, Thickness (mm) 12',
      'Diameter (mm) 300',
      'Diameter (mm) 280, Thickness (mm) 12',
    ]);
    await expect(changed).toHaveCount(3);

    await page.getByRole('button', { name: 'Take over the new values' }).click();
    await expect(picker(page, 'Part type')).toHaveValue('Brake drum');
    await expect(page.getByLabel('Inner diameter (mm)')).toHaveValue('300');
    await expect(page.getByLabel('Thickness (mm)')).toHaveCount(0);
    await expect(second.getByLabel('Number', { exact: true })).toHaveValue(String(stamp));
    await page.getByRole('button', { name: 'Save product' }).click();
    await expect(status(page, 'Product saved.')).toBeVisible();
    expect(await admin.seePart(id)).toMatchObject({
      type: 'brake-drum',
      attributes: { dia: 300 },
      numbers: [...numbers, { kind: 'barcode', number: String(stamp), maker: '' }],
      fitments: [{ make: 'Seat', model: 'Wayfarer', yearFrom: 2015, yearTo: 2019 }],
    });

    // Nothing is compared with what was there before: the next save needs no look at anything.
    await vehicle.getByLabel('Remark').fill('not Cupra');
    await page.getByRole('button', { name: 'Save product' }).click();
    await expect.poll(async () => (await admin.seePart(id)).fitments[0]?.remark).toBe('not Cupra');
    await page.goto('/dashboard/audit-log');
    await search(page, id);
    await expect(rowOf(page, 'Seat Wayfarer 2015–2019 not Cupra')).toHaveCount(1);
  });
});

test.describe('what the shop refuses', () => {
  test.use({ expectedStatuses: [409, 422] });

  test('stands in its group, which opens; a number that another part has leads there', async ({
    page,
    admin,
  }) => {
    const stamp = Date.now();
    const owner = `Owner of journey ${stamp}`;
    await fillRequired(page, owner);
    const ownerId = await addPart(page, owner);
    const barcode = [{ kind: 'barcode' as const, number: String(stamp), maker: '' }];
    await admin.edit(ownerId, { numbers: barcode });

    await fillRequired(page, `Copy of journey ${stamp}`);
    const numbers = await openGroup(page, 'Other numbers');
    await page.getByRole('button', { name: 'Add number' }).press('Enter');
    await numbers.getByLabel('Kind').selectOption('Barcode');
    await numbers.getByLabel('Maker').fill('Forge');
    await page.locator('summary', { hasText: 'Other numbers' }).press('Enter');
    await expect(numbers).not.toHaveAttribute('open');

    await page.getByRole('button', { name: 'Add product' }).click();
    await expect(numbers.getByText('Number is required')).toBeVisible();
    const field = numbers.getByLabel('Number', { exact: true });
    await expect(field).toBeFocused();
    await field.fill(`${stamp}`);
    await expect(numbers.getByText('Number is required')).toHaveCount(0);
    await page.getByRole('button', { name: 'Add product' }).click();
    await expect(numbers.getByText('Another part has this number.')).toBeVisible();
    await expect(field).toBeFocused();
    await expect(numbers.getByRole('link', { name: owner })).toHaveAttribute(
      'href',
      `/dashboard/manage-products/${ownerId}`,
    );
    await expectWorkable(page, 'a refused number');

    await page.getByRole('button', { name: 'Remove number 1' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Add number' })).toBeFocused();
    await addPart(page, `Copy of journey ${stamp}`);

    // A part that would in the end be replaced by itself.
    await page.goto(`/dashboard/manage-products/${ownerId}`);
    await openGroup(page, 'Catalogue');
    await picker(page, 'Replaced by').pressSequentially(`Copy of journey ${stamp}`);
    await choices(page)
      .filter({ hasText: `Copy of journey ${stamp}` })
      .click();
    await expect(picker(page, 'Replaced by')).toHaveValue(`Copy of journey ${stamp}`);
    const copy = await page.locator('input[name="replacedBy"]').inputValue();
    await admin.edit(copy, { replacedBy: ownerId });
    await page.getByRole('button', { name: 'Save product' }).click();
    await expect(
      main(page).getByText('The part would be replaced by itself in the end.'),
    ).toBeVisible();
    await expect(picker(page, 'Replaced by')).toBeFocused();
    await page.getByRole('button', { name: 'Clear Replaced by' }).press('Enter');
    await expect(picker(page, 'Replaced by')).toHaveValue('');
    await expect(
      main(page).getByText('The part would be replaced by itself in the end.'),
    ).toHaveCount(0);
  });
});

test.describe('a further picture that was refused', () => {
  test.use({ expectedStatuses: [422] });

  test('keeps its words, and another file takes its place', async ({ page }) => {
    const name = `Refused picture ${Date.now()}`;
    await fillRequired(page, name);
    await openGroup(page, 'More pictures');
    const broken = { name: 'disc.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
    await page.getByLabel('Add pictures').setInputFiles(broken);
    const row = page.getByRole('listitem').filter({ hasText: 'picture 2' });
    await row.getByLabel('In words, picture 2').fill('Its edge');
    await row.getByLabel('Another file for picture 2').setInputFiles(picture('brake-pad-set'));
    await expect(row.getByRole('status')).toContainText('The upload of picture 2 is done.');
    await expect(row.getByLabel('Another file')).toHaveCount(0);
    await expect(row.getByLabel('In words, picture 2')).toHaveValue('Its edge');
  });
});

test.describe('without an answer', () => {
  test.use({ expectedStatuses: [503] });

  test('a picker whose search fails says so, is tried again, and takes a whole name that was left too early', async ({
    page,
  }) => {
    const searches = (url: URL) => url.pathname === '/api/admin/part-types';
    await page.goto('/dashboard/add-products');
    await openGroup(page, 'Catalogue');
    await page.route(searches, (route) =>
      route.fulfill({ status: 503, json: { error: 'unavailable', message: 'Busy.' } }),
    );
    const field = picker(page, 'Part type');
    await field.pressSequentially('brake disc');
    await expect(page.getByText('The choices are not available right now.').last()).toBeVisible();
    await page.unroute(searches);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(choices(page).first()).toContainText('Brake disc');

    await page.reload();
    await openGroup(page, 'Catalogue');
    let answer: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (answer = resolve));
    await page.route(searches, async (route) => {
      await waiting;
      await route.continue();
    });
    await field.fill('brake disc');
    await page.keyboard.press('Tab');
    await expect(page.getByText('Searching…').last()).toBeVisible();
    await expect(field).toHaveValue('brake disc');
    answer();
    await expect(page.locator('input[type="hidden"][name="type"]')).toHaveValue('brake-disc');
    await expect(field).toHaveValue('Brake disc');
  });
});
