import { deflateRawSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { readTable, refusalOf, tableFolder, workbookOf, zipOf } from '#test/table-files.ts';

const folder = tableFolder();
const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
const head = `<row r="1">${cell('A1', 'a')}</row>`;
const xlsx = { name: 'parts.xlsx' };

/** The refusal of a workbook whose only sheet has these rows, or is this document. */
async function refused(rows: string, more: Readonly<Record<string, string | Buffer>> = {}) {
  return refusalOf(folder, await workbookOf({ sheets: { One: head + rows }, more }), xlsx);
}

const sheet = (document: string | Buffer) => ({ 'xl/worksheets/sheet1.xml': document });

/** An archive whose central directory says that its entries are encrypted. */
async function encrypted(): Promise<Buffer> {
  const book = await workbookOf({ sheets: { One: head } });
  for (let at = book.indexOf('PK\x01\x02'); at !== -1; at = book.indexOf('PK\x01\x02', at + 1))
    book.writeUInt16LE(book.readUInt16LE(at + 8) | 1, at + 8);
  return book;
}

/** A sheet that unpacks to 200 MB of spaces: sizes of its entry are as an honest program writes them. */
async function bomb(claimed = 200_000_000): Promise<Buffer> {
  const book = await workbookOf({ sheets: { One: '' }, more: sheet('x'.repeat(100)) });
  const packed = deflateRawSync(Buffer.alloc(200_000_000, ' '), { level: 9 });
  // Its own archive, written by hand: the library would not lie about sizes.
  const name = Buffer.from('xl/worksheets/sheet1.xml');
  const local = Buffer.alloc(30);
  local.write('PK\x03\x04', 'latin1');
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(claimed, 22);
  local.writeUInt16LE(name.length, 26);
  const end = book.lastIndexOf('PK\x05\x06');
  const directory = book.subarray(book.readUInt32LE(end + 16), end);
  const last = directory.lastIndexOf(name) - 46;
  directory.writeUInt16LE(8, last + 10);
  directory.writeUInt32LE(packed.length, last + 20);
  directory.writeUInt32LE(claimed, last + 24);
  directory.writeUInt32LE(book.readUInt32LE(end + 16), last + 42);
  const entry = Buffer.concat([local, name, packed]);
  const tail = Buffer.from(book.subarray(end));
  tail.writeUInt32LE(book.readUInt32LE(end + 16) + entry.length, 16);
  return Buffer.concat([book.subarray(0, book.readUInt32LE(end + 16)), entry, directory, tail]);
}

describe('a broken workbook is refused with what to do', () => {
  test('a text that is named as one', async () => {
    expect(await refusalOf(folder, 'a,b\n1,2\n', xlsx)).toMatchObject({ code: 'file_damaged' });
  });

  test('one that is cut off, wherever', async () => {
    const book = await workbookOf({ sheets: { One: head }, shared: '<si><t>x</t></si>' });
    for (const length of [4, 30, 200, book.length - 400, book.length - 22, book.length - 1])
      expect(await refusalOf(folder, book.subarray(0, length), xlsx)).toMatchObject({
        code: 'file_damaged',
        message: expect.stringMatching(/damaged or not complete\..*save it anew/),
      });
  });

  test('one in which a byte has changed', async () => {
    const rows = `${head}<row r="2">${cell('A2', 'abcdefgh')}</row>`;
    const book = await workbookOf({ sheets: { One: rows } });
    const at = book.indexOf('xl/worksheets/sheet1.xml') + 60;
    book.writeUInt8((book[at] ?? 0) ^ 0x10, at);
    expect(await refusalOf(folder, book, xlsx)).toMatchObject({ code: 'file_damaged' });
  });

  test('one whose many cells share a long text', async () => {
    const cells = Array.from({ length: 20 }, () => '<c t="s"><v>0</v></c>').join('');
    const sheets = { One: `${head}<row r="2">${cells}</row>` };
    const shared = `<si><t>${'x'.repeat(90_000)}</t></si>`;
    expect(await refusalOf(folder, await workbookOf({ sheets, shared }), xlsx)).toMatchObject({
      code: 'file_line_too_long',
      message: 'Row 2 has more than 1,000,000 characters. Shorten its cells.',
    });
  });

  test('one that names more formats of cells than any spreadsheet has', async () => {
    const formats = `<styleSheet><cellXfs>${'<xf/>'.repeat(150_000)}</cellXfs></styleSheet>`;
    expect(await refused('', { 'xl/styles.xml': formats })).toMatchObject({ code: 'file_damaged' });
  });

  test('one that a password protects', async () => {
    const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)]);
    expect(await refusalOf(folder, compound, xlsx)).toMatchObject({ code: 'file_protected' });
    expect(await refusalOf(folder, await encrypted(), xlsx)).toMatchObject({
      code: 'file_protected',
    });
    expect(await refusalOf(folder, compound, { name: 'parts.xls' })).toMatchObject({
      code: 'file_format_unknown',
    });
  });

  test('an archive of something else', async () => {
    for (const entries of [{ 'a.txt': 'x' }, { 'content.xml': '<office/>' }])
      expect(await refusalOf(folder, await zipOf(entries), xlsx)).toMatchObject({
        code: 'file_format_unknown',
      });
  });

  test('a bomb, before it is unpacked, and one that hides its size', async () => {
    expect(await refusalOf(folder, await bomb(), xlsx)).toMatchObject({
      code: 'file_too_large_inside',
    });
    expect(await refusalOf(folder, await bomb(1000), xlsx)).toMatchObject({ code: 'file_damaged' });
  });

  test.each([
    [
      'entities that multiply',
      `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><x>${head}</x>`,
    ],
    ['entities of a file', '<!DOCTYPE x SYSTEM "file:///etc/passwd"><x/>'],
    ['entities of nobody', '<x><row r="1"><c t="str"><v>&nbsp;</v></c></row></x>'],
    ['tags without end', '<x>'.repeat(5000)],
    [
      'attributes without end',
      `<x ${Array.from({ length: 5000 }, (_, at) => `a${at}="1"`).join(' ')}/>`,
    ],
    ['a name without end', `<x${'y'.repeat(200_000)} /><z/>`],
    ['a document that ends early', `<x>${head}`],
    ['no document at all', 'no document'],
    ['bytes that are no letters', Buffer.from('<x>\u00ff</x>', 'latin1')],
    ['rows in no order', `<x><row r="2"/><row r="1"/></x>`],
    ['rows without a place', `<x><row r="one"/></x>`],
    ['cells without a place', `<x><row r="1"><c r="11"><v>1</v></c></row></x>`],
    ['a text that is not in the list', '<x><row r="1"><c r="A1" t="s"><v>0</v></c></row></x>'],
  ] as const)('a sheet with %s', async (_, document) => {
    expect(await refused('', sheet(document))).toMatchObject({ code: 'file_damaged' });
  });

  test('a workbook without a sheet, or whose own document is broken', async () => {
    expect(await refused('', { 'xl/workbook.xml': '<workbook/>' })).toMatchObject({
      code: 'file_damaged',
    });
    expect(await refused('', { 'xl/workbook.xml': '<workbook>' })).toMatchObject({
      code: 'file_damaged',
    });
  });

  test('a sheet of nothing', async () => {
    expect(await refusalOf(folder, await workbookOf({ sheets: { One: '' } }), xlsx)).toMatchObject({
      code: 'file_empty',
    });
  });

  test('more columns than anybody maps, but not the formats of empty ones', async () => {
    expect(await refused(`<row r="2">${cell('XFD2', 'x')}</row>`)).toMatchObject({
      code: 'file_too_many_columns',
      row: 2,
    });
    const styled = `${head}<row r="2"><c r="A2"><v>1</v></c><c r="XFD2" s="1"/></row>`;
    expect(await readTable(folder, await workbookOf({ sheets: { One: styled } }))).toMatchObject({
      rows: [{ row: 2, cells: ['1'] }],
    });
  });

  test('texts that need more memory than an import has', async () => {
    // Each text of the list that is empty still takes its place: thirteen million of them are a hundred megabytes.
    const shared = '<si/>'.repeat(13_000_000);
    const book = await workbookOf({ sheets: { One: head }, shared });
    expect(await refusalOf(folder, book, xlsx)).toMatchObject({ code: 'file_too_large_inside' });
  });
});

describe('what only one row of a workbook has wrong', () => {
  it('is said of that row: a formula without its result, a cell without end', async () => {
    const rows = `${head}<row r="2"><c r="A2"><f>B1</f></c></row><row r="3">${cell('A3', 'x'.repeat(100_001))}</row><row r="4"><c r="A4" t="str"><f>B1</f><v></v></c></row><row r="5"><c r="A5"><v>1</v></c></row>`;
    const { rows: read } = await readTable(folder, await workbookOf({ sheets: { One: rows } }));
    expect(read.map(({ row, error }) => [row, error?.code, error?.column])).toEqual([
      [2, 'file_cell_unreadable', 1],
      [3, 'file_cell_too_long', 1],
      [5, undefined, undefined],
    ]);
  });
});
