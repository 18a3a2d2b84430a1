import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { Page } from '@playwright/test';
import { expect, test } from './admin.ts';
import { expectReadable, expectWorkable } from './axe-faults.ts';
import { main } from './checkout.ts';
import { partsInList } from './finding.ts';
import { test as customerJourney } from './customer.ts';
import { busy } from './journey.ts';
import { reach } from './keyboard.ts';
import { workbookOf, zipOf } from '#test/table-files.ts';

// One import is applied at a time in a shop, so these journeys follow each other.
test.describe.configure({ mode: 'default' });

/** A supplier's list as a German spreadsheet writes it; its numbers are unlike those of any other run. */
function supplierList(rows: readonly (readonly string[])[]): Buffer {
  const lines = [['Artikelnummer', 'Bezeichnung', 'Preis', 'Bestand', 'Farbe'], ...rows];
  return Buffer.from(`\uFEFF${lines.map((line) => line.join(';')).join('\r\n')}\r\n`);
}

let runs = 0;
function newNumber(): string {
  runs += 1;
  return `IMP-${Date.now()}${process.pid}${runs}`;
}

const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name });
const heading = (page: Page, name: string | RegExp) => main(page).getByRole('heading', { name });

async function upload(page: Page, name: string, file: Buffer): Promise<void> {
  await page.goto('/dashboard/import');
  await page
    .getByLabel(/Choose a file or drop it here/)
    .setInputFiles({ name, mimeType: 'text/csv', buffer: file });
  await button(page, 'Upload the file').click();
  await expect(button(page, 'Check every row')).toBeVisible();
}

async function applyAll(page: Page): Promise<void> {
  await button(page, 'Check every row').click();
  await button(page, /^Apply to/).click();
  await expect(heading(page, 'The import is applied')).toBeVisible({ timeout: 30_000 });
}

async function undo(page: Page): Promise<void> {
  await button(page, 'Undo this import').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(heading(page, 'The import is undone')).toBeVisible({ timeout: 30_000 });
}

/** The cards of parts with this number. */
async function foundInShop(page: Page, number: string) {
  await page.goto(`/parts?q=${number}`);
  return partsInList(page).filter({ hasText: number });
}

test('a list with errors comes into the shop without them, changes it after a tick, and is taken back', async ({
  page,
}) => {
  const number = newNumber();
  const list = (price: string) => [
    [number, 'Bremsscheibe, innenbelüftet', price, '1000', 'rot'],
    [`${number}-2`, 'Bremsscheibe', 'auf Anfrage', '20', 'blau'],
  ];
  await upload(page, 'first.csv', supplierList(list('42,00')));
  await expect(page.getByLabel('What “Artikelnummer” holds')).toHaveValue('partNumber');
  await expect(page.getByLabel('What “Farbe” holds')).toHaveValue('');
  await expectReadable(page, 'columns');
  await page.getByLabel('What “Artikelnummer” holds').selectOption('');
  await expect(main(page).getByText(/^No column says which part a row is about/)).toBeVisible();
  await expect(button(page, 'Check every row')).toBeDisabled();
  await page.getByLabel('What “Artikelnummer” holds').selectOption('partNumber');
  await button(page, 'Check every row').click();

  await expect(heading(page, '1 row cannot be used')).toBeVisible();
  const wrong = main(page).getByRole('row').filter({ hasText: 'auf Anfrage' });
  await expect(wrong).toContainText('3');
  await expect(wrong).toContainText('Preis');
  await expect(main(page).getByText(/Nothing has been changed yet\./)).toBeVisible();
  const saved = page.waitForEvent('download');
  await button(page, /^CSV/).click();
  const file = await readFile(await (await saved).path(), 'utf8');
  expect(file).toContain('auf Anfrage');
  await page.reload();
  await expect(heading(page, '1 row cannot be used')).toBeVisible();
  await expectReadable(page, 'checked');
  await button(page, 'Apply to 1 part').click();
  await expect(heading(page, 'The import is applied')).toBeVisible({ timeout: 30_000 });
  await expectReadable(page, 'applied');
  const first = page.url();
  await expect(await foundInShop(page, number)).not.toHaveCount(0);
  await expect(main(page).getByText('$42.00').first()).toBeVisible();

  await upload(page, 'second.csv', supplierList(list('63,00').slice(0, 1)));
  await button(page, 'Check every row').click();
  await expect(button(page, 'Apply to 1 part')).toBeDisabled();
  await expect(main(page).getByText('One question is not ticked yet.')).toBeVisible();
  await page.getByLabel(/^Price changes of more than 30 %/).check();
  await button(page, 'Apply to 1 part').click();
  await expect(heading(page, 'The import is applied')).toBeVisible({ timeout: 30_000 });
  await undo(page);
  await foundInShop(page, number);
  await expect(main(page).getByText('$42.00').first()).toBeVisible();

  await page.goto(first);
  await undo(page);
  await expectReadable(page, 'undone');
  await expect(await foundInShop(page, number)).toHaveCount(0);
});

/** A sheet's rows as XML, all cells texts. */
function sheetOf(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  return rows.map((cells) => `<row>${cells.map(cell).join('')}</row>`).join('');
}

test('a workbook comes with an archive of its pictures, without what is wrong in both, and is taken back', async ({
  page,
}) => {
  const number = newNumber();
  const list = await workbookOf({
    sheets: {
      Hinweise: sheetOf([['Stand', 'heute']]),
      Preise: sheetOf([
        ['Artikelnummer', 'Bezeichnung', 'Preis', 'Bestand', 'Bild'],
        [number, 'Bremsscheibe', '42.00', '1000', 'front.png'],
        [`${number}-2`, 'Bremssattel', '12.00', '1000', 'vergessen.png'],
        [`${number}-3`, 'Bremsbelag', 'auf Anfrage', '1000', ''],
      ]),
    },
  });
  const colour = { width: 400, height: 300, channels: 3, background: '#8a3' } as const;
  const pictures = await zipOf({
    'bilder/Front.png': await sharp({ create: colour }).png().toBuffer(),
  });
  await page.goto('/dashboard/import');
  await page
    .getByLabel(/Choose a file or drop it here/)
    .setInputFiles({ name: 'liste.xlsx', mimeType: '', buffer: list });
  await page
    .getByLabel('Archive of pictures')
    .setInputFiles({ name: 'bilder.zip', mimeType: 'application/zip', buffer: pictures });
  await expectReadable(page, 'files');
  await button(page, 'Upload the file').click();
  await main(page).getByText('How the file is read').click();
  await page.getByLabel('Sheet').selectOption('Preise');
  await button(page, 'Read it again').click();
  await expect(page.getByLabel('What “Bild” holds')).toHaveValue('image');
  await button(page, 'Check every row').click();

  await expect(heading(page, '1 row cannot be used and 1 picture cannot be had')).toBeVisible();
  const row = (text: string) => main(page).getByRole('row').filter({ hasText: text });
  await expect(row('auf Anfrage')).toContainText('Preis');
  await expect(row('vergessen.png')).toContainText('The archive has no picture of this name.');
  await expectReadable(page, 'checked with pictures');
  await button(page, 'Apply to 2 parts').click();
  await expect(heading(page, 'The import is applied')).toBeVisible({ timeout: 30_000 });
  const applied = page.url();
  const [part] = [(await foundInShop(page, number)).first()];
  await expect(part).toBeVisible();
  await expect(part.locator('img[src^="/images/"]')).toBeVisible();

  await page.goto(applied);
  await undo(page);
  await expect(await foundInShop(page, number)).toHaveCount(0);
});

test('a part that was changed since the import stays, and is named', async ({
  page,
  admin,
  request,
}) => {
  const number = newNumber();
  await upload(page, 'list.csv', supplierList([[number, 'Headlight', '42,00', '10', '']]));
  await applyAll(page);
  const found = (await (await request.get(`/api/parts?q=${number}`)).json()) as { _id: string }[];
  await admin.edit(found[0]?._id ?? '', { name: 'Headlight, mended' });
  await button(page, 'Undo this import').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(heading(page, '1 part could not be taken back')).toBeVisible({ timeout: 30_000 });
  await expect(main(page).getByRole('row').filter({ hasText: number })).toBeVisible();
});

test('an import is worked by keyboard alone, and the focus never gets lost', async ({ page }) => {
  const number = newNumber();
  const file = supplierList([[number, 'Ölfilter', '4,20', '10', '']]);
  await page.goto('/dashboard/import');
  const chooser = page.waitForEvent('filechooser');
  await reach(page, page.getByLabel(/Choose a file or drop it here/));
  await page.keyboard.press('Enter');
  await (await chooser).setFiles({ name: 'keys.csv', mimeType: 'text/csv', buffer: file });
  await expect(main(page).getByText('keys.csv')).toBeVisible();
  await reach(page, page.getByLabel('Supplier'));
  await page.keyboard.type('Halvorsted');
  await page.keyboard.press('Enter');
  await reach(page, page.getByLabel('What “Farbe” holds'));
  await page.keyboard.press('Enter');
  await page.keyboard.type('Details');
  await page.keyboard.press('Enter');
  await reach(page, button(page, 'Check every row'));
  await page.keyboard.press('Enter');
  await expect(button(page, 'Apply to 1 part')).toBeVisible();
  await expect(heading(page, 'Import')).toBeFocused();
  await reach(page, button(page, 'Apply to 1 part'));
  await page.keyboard.press('Enter');
  await expect(heading(page, 'The import is applied')).toBeVisible({ timeout: 30_000 });
  await expect(heading(page, 'Import').first()).toBeFocused();
  await reach(page, button(page, 'Undo this import'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'No' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'The import is undone')).toBeVisible({ timeout: 30_000 });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('an import is read and worked', async ({ page }) => {
    const number = newNumber();
    await upload(
      page,
      'a-name-without-any-break-that-is-longer-than-a-phone-is-wide-2026-11-23.csv',
      supplierList([
        [number, 'Kraftfahrzeugbremsscheibenabdeckblechbefestigungsschraube', '4,20', '10', ''],
        [number, 'Ölfilter', 'x'.repeat(200), '10', ''],
      ]),
    );
    await expectWorkable(page, 'columns');
    await button(page, 'Check every row').click();
    await expect(heading(page, /cannot be used$/)).toBeVisible();
    await expectWorkable(page, 'checked');
    await page.goto('/dashboard/import');
    await expect(
      main(page)
        .getByRole('link', { name: /^a-name/ })
        .first(),
    ).toBeVisible();
    await expectWorkable(page, 'imports');
  });
});

test.describe('when something fails', () => {
  test.use({ expectedStatuses: [422, 503] });

  test('a file that is none of these formats is refused before and after it is sent', async ({
    page,
  }) => {
    await page.goto('/dashboard/import');
    const field = page.getByLabel(/Choose a file or drop it here|Press or drop/);
    await field.setInputFiles({ name: 'old.xls', mimeType: '', buffer: Buffer.from('x') });
    await button(page, 'Upload the file').click();
    await expect(main(page).getByRole('alert')).toContainText('Save it as .xlsx or as CSV');
    await field.setInputFiles({
      name: 'cut.xlsx',
      mimeType: '',
      buffer: Buffer.from('PK\u0003\u0004cut'),
    });
    await button(page, 'Upload the file').click();
    await expect(main(page).getByRole('alert')).toContainText('Nothing was changed.');
  });

  test('a file that a busy shop refuses is sent again by Retry', async ({ page }) => {
    let sent = 0;
    await page.route('**/api/admin/imports?name=*', (route) => {
      sent += 1;
      return sent === 1 ? route.fulfill(busy) : route.continue();
    });
    await page.goto('/dashboard/import');
    const file = supplierList([[newNumber(), 'Ölfilter', '4,20', '10', '']]);
    await page
      .getByLabel(/Choose a file or drop it here/)
      .setInputFiles({ name: 'again.csv', mimeType: 'text/csv', buffer: file });
    await button(page, 'Upload the file').click();
    await expect(main(page).getByRole('alert')).toContainText('The shop is busy.');
    await button(page, 'Retry').click();
    await expect(button(page, 'Check every row')).toBeVisible();
  });
});

test('the file of all parts comes as CSV and XLSX', async ({ page }) => {
  await page.goto('/dashboard/import');
  for (const [name, first] of [
    ['CSV file of all parts', '\uFEFFProduct id,'],
    ['XLSX file of all parts', 'PK'],
  ] as const) {
    const saved = page.waitForEvent('download');
    await button(page, name).click();
    const file = await readFile(await (await saved).path(), 'utf8');
    expect(file.slice(0, first.length)).toBe(first);
  }
});

customerJourney('a customer has no page of imports', async ({ page, customer }) => {
  expect(customer.email).not.toBe('');
  await page.goto('/dashboard/my-orders');
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Import', exact: true })).toHaveCount(0);
  await page.goto('/dashboard/import');
  await expect(page).toHaveURL(/\/$/);
});
