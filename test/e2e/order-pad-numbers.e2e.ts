import { expect, test, type Page } from '@playwright/test';
import { startPageShop, type PageShop } from '#test/page-shop.ts';
import { samplePart } from '#test/samples.ts';
import { workbookOf } from '#test/table-files.ts';
import { expectReadable } from './axe-faults.ts';
import { openPad } from './order-pad.ts';
import { typedVins } from './typed-vins.ts';

/** Two parts with one number, one with a lower price for more, one with a rest, one that is sold out, and one that was replaced. */
let shop: PageShop;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  shop = await startPageShop();
  const part = (partNumber: string, name: string, inStock = 5000) =>
    samplePart(shop.db, { partNumber, name, inStock });
  const pads = await part('HP-1', 'Pads of one maker');
  const others = await part('HP-2', 'Pads of another');
  for (const id of [pads, others])
    await shop.db
      .insertInto('part_numbers')
      .values({
        part_id: id,
        kind: 'oe',
        number: '8K0 698 451',
        number_key: '8K0698451',
        maker: 'VW',
      })
      .execute();
  const disc = await part('BD-1', 'Disc with price breaks');
  await shop.db
    .updateTable('parts')
    .set({ price_breaks: JSON.stringify([{ from: 300, cents: 1000 }]) })
    .where('id', '=', disc)
    .execute();
  // Two more with one number, of which one is sold without a number of its own; it took the place of another such one.
  const unnumbered = await samplePart(shop.db, { name: 'Clip by name only', inStock: 5000 });
  const without = await samplePart(shop.db, { name: 'Old clip by name only', inStock: 5000 });
  for (const [id, number] of [
    [unnumbered, 'N 907 648 02'],
    [disc, 'N 907 648 02'],
    [without, 'N 100 200 03'],
  ] as const)
    await shop.db
      .insertInto('part_numbers')
      .values({
        part_id: id,
        kind: 'oe',
        number,
        number_key: number.replaceAll(' ', ''),
        maker: 'VW',
      })
      .execute();
  await shop.db
    .updateTable('parts')
    .set({ part_number: null, part_number_key: null })
    .where('id', 'in', [unnumbered, without])
    .execute();
  await shop.db
    .updateTable('parts')
    .set({ archived_at: shop.clock.now(), replaced_by: unnumbered })
    .where('id', '=', without)
    .execute();
  await part('RE-1', 'Part with a rest', 37);
  await part('NO-1', 'Part that is sold out', 0);
  const old = await part('OLD-1', 'Replaced part');
  await shop.db
    .updateTable('parts')
    .set({ archived_at: shop.clock.now(), replaced_by: pads })
    .where('id', '=', old)
    .execute();
});

test.afterAll(async () => shop.close());

const textCell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

/** Pastes into the field for one number, as from a spreadsheet. */
async function pasteRange(page: Page, text: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Number or name' }).evaluate((field, copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', copied);
    field.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}

test('a number of several parts asks which is meant', async ({ page }) => {
  await openPad(page, shop.address);
  await pasteRange(page, '8K0 698 451\t200\nHP-9\t200');
  await expect(page.getByText('2 lines added.')).toBeVisible();
  await expect(row(page, '2 parts have this number.')).toContainText('Pads of another');
  await page.getByRole('button', { name: 'Take HP-2, Pads of another' }).click();
  await expect(row(page, 'Pads of another')).toContainText('$2500.00');
  await expect(page.getByText('2 parts have this number.')).toHaveCount(0);
});

test('also a part without a number of its own can be the one that is meant', async ({ page }) => {
  await openPad(page, shop.address);
  await pasteRange(page, 'N 907 648 02\t200\nN 100 200 03\t300');
  const asked = row(page, '2 parts have this number.');
  await expect(asked).toContainText('$12.50 · $10.00 from 300');
  await expect(row(page, 'replaces Old clip by name only')).toContainText('$3750.00');
  await page.getByRole('button', { name: 'Take Clip by name only' }).click();
  await expect(asked).toHaveCount(0);
  await expect(row(page, 'Clip by name only').first()).toContainText('$2500.00');
  await page.reload();
  await expect(row(page, 'Clip by name only').first()).toContainText('$2500.00');
  await expect(page.getByText('2 parts have this number.')).toHaveCount(0);
});

test('a part without a number is taken from the suggestions to what is typed', async ({ page }) => {
  await openPad(page, shop.address);
  await page.getByRole('combobox', { name: 'Number or name' }).pressSequentially('clip by name');
  await expect(page.getByRole('option', { name: /^Clip by name only/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Pieces', exact: true })).toBeFocused();
  await page.keyboard.type('300');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Clip by name only')).toContainText('$3750.00');
});

test('an old number leads to what replaced it, and equal parts become one line', async ({
  page,
}) => {
  await openPad(page, shop.address);
  await pasteRange(page, 'OLD-1\t200\nHP-1\t300');
  await expect(row(page, 'you typed OLD-1; replaces OLD-1')).toContainText('Pads of one maker');
  await page.getByRole('button', { name: 'Join line 2 with line 1' }).click();
  await expect(page.getByRole('textbox', { name: 'Pieces of HP-1' })).toHaveValue('500');
  await expect(page.getByRole('complementary', { name: 'Summary' })).toContainText('1 of 1');
});

test('prices of more pieces, rests and what is sold out are said before anything is ordered', async ({
  page,
}) => {
  await openPad(page, shop.address);
  await pasteRange(page, 'BD-1\t200\nRE-1\t200\nNO-1\t200\nHP-1\t250');
  await page.getByRole('button', { name: /^Order 100 more and save \$750\.00/ }).click();
  await expect(row(page, 'Disc with price breaks')).toContainText('$3000.00');
  await expect(row(page, 'Disc with price breaks')).toContainText('$10.00from 300');
  await page.getByRole('button', { name: /^Take the rest: 37/ }).click();
  await expect(row(page, 'Part with a rest')).toContainText('$462.50');
  await expect(row(page, 'Part that is sold out')).toContainText('Out of stock.');
  const summary = page.getByRole('complementary', { name: 'Summary' });
  await expect(summary).toContainText('2 of 4');
  await expect(summary).toContainText('$750.00');
  await expect(summary).toContainText('$3462.50');
  await expectReadable(page);
});

test('a VIN is refused as a number: it is neither asked about nor kept', async ({ page }) => {
  const vin = typedVins.accord;
  const told: string[] = [];
  page.on('request', (request) => told.push(request.url(), request.postData() ?? ''));
  await openPad(page, shop.address);
  const number = page.getByRole('combobox', { name: 'Number or name' });
  await number.fill(vin);
  await number.press('Enter');
  await page.getByRole('textbox', { name: 'Pieces', exact: true }).press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'A VIN is not' })).toBeVisible();
  await expect(number).toBeFocused();
  await page.getByLabel(/^From any spreadsheet/).fill(`${vin}\t4\nHP-1\t400`);
  await page.getByRole('button', { name: 'Add 2 lines' }).click();
  await expect(page.getByText('1 line added. A VIN is not the number of a part')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Pads of one maker' })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(vin);
  expect(told.filter((text) => text.includes(vin))).toEqual([]);
});

test('files become lines: a workbook, and not a picture', async ({ page }) => {
  await openPad(page, shop.address);
  const workbook = await workbookOf({
    sheets: {
      List: [
        ['Item no.', 'Pieces'],
        ['HP-1', '300'],
        ['hp 2', '1.000'],
      ]
        .map((cells) => `<row>${cells.map(textCell).join('')}</row>`)
        .join(''),
    },
  });
  const file = page.getByLabel('File with the list');
  await file.setInputFiles({ name: 'list.xlsx', mimeType: '', buffer: workbook });
  await expect(page.getByText('2 lines added.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Pieces of HP-2' })).toHaveValue('1000');
  await file.setInputFiles({
    name: 'list.xlsx',
    mimeType: '',
    buffer: Buffer.from([0xff, 0xd8, 0]),
  });
  await expect(page.getByRole('alert').filter({ hasText: 'cannot be read' })).toBeVisible();
  // As when the file was changed since it was chosen.
  await page.evaluate(() => {
    File.prototype.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'));
  });
  await file.setInputFiles({ name: 'list.xlsx', mimeType: '', buffer: workbook });
  await expect(
    page.getByRole('alert').filter({ hasText: 'The file could not be read. Choose it again.' }),
  ).toBeVisible();
  await expect(file).toBeEnabled();
  await expect(page.getByRole('row')).toHaveCount(3);
});
