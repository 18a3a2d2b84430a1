import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Import } from '#contract/imports.ts';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { checkedList, step, uploadList } from '#test/import-files.ts';
import { expectInvariants } from '#test/invariants.ts';
import { workbookOf, zipOf } from '#test/table-files.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
await storeTaxonomy(shop.db);
const admin = await shop.person('Ada Admin', { role: 'admin' });
const good =
  'Part number,Name,Price,In stock,Barcode,Make,Model,Years\nOK-1,Disc,4.20,900,4006633315604,VW,Golf,2003\nOK-2,Pad,9.00,800,,,,\n';
const { _id: goodId } = await checkedList(shop, admin, good, { supplier: 'Halvorsted' });
await step(shop, admin, goodId, 'apply');

/** One figure for all that customers see and the books hold: equal when nothing of the shop has changed. */
async function checksum(): Promise<string> {
  const tables =
    'parts part_numbers part_pictures fitments brands categories images stock_ledger orders supplier_parts';
  const hash = createHash('sha256');
  for (const name of tables.split(' ')) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.table(name)} t order by 1`.execute(shop.db);
    for (const { row } of rows) hash.update(`${name} ${row}\n`);
  }
  return hash.digest('hex');
}

const faultsOf = async ({ _id }: Import) => {
  const address = `/api/admin/imports/${_id}/faults`;
  const { status, body } = await shop.request('GET', address, { as: admin });
  expect(status).toBe(200);
  return (body as Record<string, unknown>[]).map(({ row, column, value, reason }) => [
    row,
    column,
    value,
    reason,
  ]);
};

/** By its ending a person is told what to do. */
const nameOf = (file: string | Buffer): string =>
  file.slice(0, 2).toString() === 'PK' ? 'parts.xlsx' : 'parts.csv';

const head = 'Part number,Name,Price';
const longLine = Buffer.alloc(10_000_000, 'x');
const utf16 = Buffer.from(`\uFEFF${head}\nU-1,Ölfilter,4.20\n`, 'utf16le');
const cells = (...texts: string[]) => texts.map((text) => `<c t="str"><v>${text}</v></c>`).join('');
const heads = `<row>${cells('Part number', 'Name', 'Price')}</row>`;
const workbook = (rows: string) => workbookOf({ sheets: { Parts: heads + rows } });
const whole = await workbook(`<row>${cells('X-1', 'Disc', '4.20')}</row>`);
const pictures = await zipOf({ 'a.jpg': 'x' });
const formulas = await workbook(
  '<row><c t="str"><f>A1&amp;B1</f></c><c t="str"><v>Disc</v></c><c><f>1/0</f></c></row>',
);
const bomb = await workbook('<row/>'.repeat(2_000_000));

describe('a broken file is refused when it is uploaded, and nothing has changed', () => {
  test.each<[string, string | Buffer, string]>([
    ['nothing', '', 'file_empty'],
    ['a PDF', '%PDF-1.7\n', 'file_format_unknown'],
    [
      'a page',
      '<!doctype html><table><tr><td>Part number</td></tr></table>',
      'file_format_unknown',
    ],
    ['UTF-16 that is cut in a letter', utf16.subarray(0, -1), 'file_encoding'],
    ['a first line of 10 MB', longLine, 'file_line_too_long'],
    [
      'a second line of 10 MB',
      Buffer.concat([Buffer.from(`${head}\nL-1,`), longLine]),
      'file_line_too_long',
    ],
    [
      'a cell whose quote never ends',
      `${head}\nQ-1,"Disc,4.20\nQ-2,Pad,1.00\n`,
      'file_quote_broken',
    ],
    ['two columns of one name', `${head},Price\nR-1,Disc,1.00,2.00\n`, 'file_header_repeated'],
    ['more columns than anybody maps', `${'a,'.repeat(600)}b\n`, 'file_too_many_columns'],
    ['a workbook that is cut off', whole.subarray(0, whole.length / 2), 'file_damaged'],
    ['a workbook that unpacks to much more', bomb, 'file_too_large_inside'],
    ['a workbook with a password', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'file_protected'],
    ['an archive of something else', pictures, 'file_format_unknown'],
  ])('%s', async (_, file, code) => {
    const before = await checksum();
    const { status, body } = await uploadList(shop, admin, file, { name: nameOf(file) });
    expect([status, body.error, body.code]).toEqual([422, 'file_not_accepted', code]);
    // A sentence for whoever sent it.
    expect(body.reason).toMatch(/^[A-Z].{20,}\.$/s);
    expect(await checksum()).toBe(before);
  });
});

const notANumber = 'This is not a number. Write it like 1234.56.';
const notAPrice = 'Must be above zero, with at most two decimals.';

describe('a file with broken rows is checked, each is named, and nothing has changed', () => {
  test.each<[string, string | Buffer, readonly unknown[][]]>([
    [
      'numbers that stand there twice',
      `${head},Barcode\nD-1,A,1.00,4006633315604\nD-2,B,1.00,96385074\nD-3,C,2.00,96385074\nD-2,B,3.00,\n`,
      [
        [2, 'Barcode', '4006633315604', 'Another part has this number.'],
        [4, 'Barcode', '96385074', 'Row 3 has this barcode, too.'],
        [
          5,
          'Part number',
          'D-2',
          'This part stands in row 3 already, where Price is something else.',
        ],
      ],
    ],
    [
      'decimals that nobody writes',
      `${head}\nN-1,A,1.2.3\nN-2,B,1e3\nN-3,C,"1,2,3"\nN-4,D,-5\nN-5,E,0.001\nN-6,F,∞\n`,
      [
        [2, 'Price', '1.2.3', notANumber],
        [3, 'Price', '1e3', notANumber],
        [4, 'Price', '1,2,3', notANumber],
        [5, 'Price', '-5', notAPrice],
        [6, 'Price', '0.001', notAPrice],
        [7, 'Price', '∞', notANumber],
      ],
    ],
    [
      'formulas as text',
      `${head}\nF-1,"=HYPERLINK(""http://x"")",=1+1\nF-2,@SUM(A1),4.20\n`,
      [[2, 'Price', '=1+1', notANumber]],
    ],
    [
      'formulas without a result',
      formulas,
      [[2, 'Part number', '', expect.stringContaining('is a formula without its result.')]],
    ],
    [
      'cells that no column stands above, and rows without them',
      `${head}\nC-1,Disc,1.00,2.00,3.00\nC-2\nC-3,Pad,1.00\n`,
      [
        [2, '', '', expect.stringContaining('Row 2 has 5 cells, but there are only 3 columns.')],
        [3, 'Name', '', 'A new part needs a name.'],
        [3, 'Price', '', 'A new part needs a price.'],
      ],
    ],
    [
      'zero bytes',
      `${head}\nZ-1,Di\0sc,4.20\nZ-2,Pad,1.00\n`,
      [[2, 'Name', '', expect.stringContaining('contains a zero byte')]],
    ],
    // Guessed, as the page says.
    ['letters of an old encoding', Buffer.from(`${head}\nE-1,\u00d6lfilter,4.20\n`, 'latin1'), []],
  ])('%s', async (_, file, faults) => {
    const before = await checksum();
    const checked = await checkedList(shop, admin, file, { name: nameOf(file) });
    expect(checked.state).toBe('checked');
    expect(await faultsOf(checked)).toEqual(faults);
    expect(await checksum()).toBe(before);
  });
});

test('a file that breaks off behind what is looked at first is refused as a whole', async () => {
  const before = await checksum();
  const rows = Array.from({ length: 700 }, (_, at) => `M-${at},Disc,4.20`).join('\n');
  const failed = await checkedList(shop, admin, `${head}\n${rows}\nM-700,"Disc,4.20\n`);
  expect([failed.state, failed.failure]).toEqual(['failed', expect.stringMatching(/row 702/)]);
  expect(await checksum()).toBe(before);
  const apply = { as: admin, body: { ticks: [] } };
  expect(await shop.request('POST', `/api/admin/imports/${failed._id}/apply`, apply)).toMatchObject(
    {
      status: 409,
      body: { error: 'import_state' },
    },
  );
});

test('a file without a column that says which part it is about is not checked', async () => {
  const before = await checksum();
  const { body } = await uploadList(shop, admin, 'Colour,Weight\nred,5\n');
  const check = {
    fields: (body as Import).columns.map(({ field }) => field),
    settings: (body as Import).settings,
  };
  const address = `/api/admin/imports/${(body as Import)._id}/check`;
  expect(await shop.request('POST', address, { as: admin, body: check })).toMatchObject({
    status: 422,
    body: { error: 'columns_incomplete' },
  });
  expect(await checksum()).toBe(before);
});

test('after all of them the books are right and the shop has logged no fault', async () => {
  await expectInvariants(shop);
  expect(shop.logged).toEqual([]);
});
