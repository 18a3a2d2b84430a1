import { describe, expect, it, test } from 'vitest';
import { readCells, readTable, refusalOf, tableFolder, workbookOf } from '#test/table-files.ts';

const folder = tableFolder();
const head = '<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c></row>';

/** What is read of these cells in column A. */
async function valuesOf(
  cells: readonly string[],
  parts: { styles?: string; properties?: string } = {},
) {
  const rows = cells.map(
    (cell, at) => `<row r="${at + 2}">${cell.replace('<c', `<c r="A${at + 2}"`)}</row>`,
  );
  const book = await workbookOf({ sheets: { One: head + rows.join('') }, ...parts });
  return (await readCells(folder, book)).map(([value]) => value);
}

describe('a workbook', () => {
  it('gives its header and rows with texts of every kind', async () => {
    const shared =
      '<si><t>Number</t></si><si><t xml:space="preserve"> Name</t></si><si><r><rPr><b/></rPr><t>Bra</t></r><r><t>ke &amp; disc</t></r><rPh sb="0" eb="1"><t>spoken</t></rPh></si>';
    const sheet = `<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c></row>
      <row r="4" hidden="1"><c r="A4" t="inlineStr"><is><t>00</t><r><t>7</t></r><rPh><t>no</t></rPh></is></c><c r="B4" s="9"/><c r="C4" t="s"><v>2</v></c></row>
      <row r="5"><c r="C5" t="str"><f>A1&amp;"x"</f><v>_x0041_<![CDATA[<2>]]></v></c></row>`;
    const book = await workbookOf({ sheets: { One: sheet }, shared });
    expect(await readTable(folder, book, { name: 'parts.xlsx' })).toEqual({
      format: 'xlsx',
      encoding: 'utf-8',
      encodingGuessed: false,
      sheets: ['One'],
      sheet: 'One',
      header: ['Number', '', 'Name'],
      rows: [
        { row: 4, cells: ['007', '', 'Brake & disc'] },
        { row: 5, cells: ['', '', 'A<2>'] },
      ],
    });
  });

  it('is known by its content, also if it has no name of a workbook, or places of its own', async () => {
    const rows =
      '<row><c t="inlineStr"><is><t>a</t></is></c><c><v>1</v></c></row><row><c><v>2</v></c></row>';
    const book = await workbookOf({ sheets: { One: rows } });
    expect(await readTable(folder, book, { name: 'parts.csv' })).toMatchObject({
      header: ['a', '1'],
      rows: [{ row: 2, cells: ['2', ''] }],
    });
  });

  it('has many texts in one list, each found again', async () => {
    const words = Array.from({ length: 3000 }, (_, at) => `${at}${'ü'.repeat(at)}`.slice(0, 1500));
    const book = await workbookOf({
      sheets: {
        One: words.map((_, at) => `<row r="${at + 1}"><c t="s"><v>${at}</v></c></row>`).join(''),
      },
      shared: words.map((word) => `<si><t>${word}</t></si>`).join(''),
    });
    expect(await readCells(folder, book)).toEqual(words.slice(1).map((word) => [word]));
  });
});

describe('a number', () => {
  test.each([
    ['<v>12</v>', '12'],
    ['<v>12.0</v>', '12'],
    ['<v>-0.5</v>', '-0.5'],
    ['<v>0.30000000000000004</v>', '0.3'],
    ['<v>19.989999999999998</v>', '19.99'],
    ['<v>4006633123456</v>', '4006633123456'],
    ['<v>4.006633123456E+12</v>', '4006633123456'],
    ['<v>1.5E-7</v>', '0.00000015'],
    ['<v>1e21</v>', '1000000000000000000000'],
    ['<v>-1.25E3</v>', '-1250'],
    ['<v>-0.0</v>', '0'],
    ['<v>12345678901234567890</v>', '12345678901234567890'],
    ['<v>007</v>', '7'],
    ['<v>not a number</v>', 'not a number'],
    ['<f>1+1</f><v>2</v>', '2'],
  ])('%s is read as %s', async (value, text) => {
    expect(await valuesOf([`<c>${value}</c>`])).toEqual([text]);
  });

  it('has the zeros before it that its format shows', async () => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="0.00"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>';
    const cells = [
      '<c s="1"><v>123</v></c>',
      '<c s="1"><v>1234567</v></c>',
      '<c s="1"><v>-5</v></c>',
      '<c s="2"><v>5</v></c>',
      '<c s="77"><v>5</v></c>',
    ];
    expect(await valuesOf(cells, { styles })).toEqual(['00123', '1234567', '-5', '5', '5']);
  });

  it('is a truth, an error or a date as it says', async () => {
    expect(
      await valuesOf([
        '<c t="b"><v>1</v></c>',
        '<c t="b"><v>0</v></c>',
        '<c t="e"><f>A1/0</f><v>#DIV/0!</v></c>',
        '<c t="d"><v>2026-11-23</v></c>',
      ]),
    ).toEqual(['TRUE', 'FALSE', '#DIV/0!', '2026-11-23']);
  });
});

describe('a date', () => {
  const formats: readonly (readonly [code: string, value: string, text: string])[] = [
    ['yyyy-mm-dd', '46349', '2026-11-23'],
    ['dd\\.mm\\.yyyy', '46349.75', '2026-11-23'],
    ['[$-407]d. mmmm yyyy;@', '46349', '2026-11-23'],
    ['mmm', '46349', '2026-11-23'],
    ['dd/mm/yyyy hh:mm', '46349.5', '2026-11-23T12:00:00'],
    ['h:mm AM/PM', '46349.25', '06:00:00'],
    ['[h]:mm', '1.5', '1.5'],
    ['mm:ss', '0.5', '12:00:00'],
    ['0.00" days"', '3', '3'],
    ['[Red]#,##0.00 \\d', '3', '3'],
    ['General', '3', '3'],
    ['_-* #,##0.00\\ "USD"_-', '3.5', '3.5'],
    ['yyyy', '1', '1900-01-01'],
    ['yyyy', '59', '1900-02-28'],
    ['yyyy', '61', '1900-03-01'],
    ['yyyy', '-1', '-1'],
    ['yyyy', '99999999', '99999999'],
  ];
  test.each(formats)('with the format %s and the number %s is %s', async (code, value, text) => {
    const styles = `<numFmts><numFmt numFmtId="170" formatCode="${code.replaceAll('"', '&quot;')}"/></numFmts><cellXfs><xf numFmtId="170"/></cellXfs>`;
    expect(await valuesOf([`<c s="0"><v>${value}</v></c>`], { styles })).toEqual([text]);
  });

  it('may have one of the formats that every workbook knows', async () => {
    const styles =
      '<cellXfs><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="20"/><xf numFmtId="4"/></cellXfs>';
    const cells = [0, 1, 2, 3].map((style) => `<c s="${style}"><v>46349.5</v></c>`);
    expect(await valuesOf(cells, { styles })).toEqual([
      '2026-11-23',
      '2026-11-23T12:00:00',
      '12:00:00',
      '46349.5',
    ]);
  });

  it('counts from 1904 if the workbook does', async () => {
    const parts = {
      styles: '<cellXfs><xf numFmtId="14"/></cellXfs>',
      properties: '<workbookPr date1904="1"/>',
    };
    expect(await valuesOf(['<c s="0"><v>44887</v></c>', '<c s="0"><v>0</v></c>'], parts)).toEqual([
      '2026-11-23',
      '1904-01-01',
    ]);
  });
});

describe('several sheets', () => {
  const sheet = (name: string) => `<row r="1"><c r="A1" t="str"><v>${name}</v></c></row>`;
  const book = () =>
    workbookOf({
      sheets: { Notes: sheet('notes'), Prices: sheet('prices'), 'A &amp; B': sheet('both') },
      states: { Notes: 'state="hidden"' },
    });

  test.each([
    [undefined, 'Prices', 'prices'],
    ['Notes', 'Notes', 'notes'],
    ['A & B', 'A & B', 'both'],
  ])('of which %s is asked for give %s', async (asked, chosen, header) => {
    expect(
      await readTable(folder, await book(), asked === undefined ? {} : { sheet: asked }),
    ).toMatchObject({ sheets: ['Notes', 'Prices', 'A & B'], sheet: chosen, header: [header] });
  });

  it('are named where another is asked for', async () => {
    expect(await refusalOf(folder, await book(), { sheet: 'prices' })).toMatchObject({
      code: 'file_sheet_unknown',
      message: "The workbook has no sheet 'prices'. Choose one of 'Notes', 'Prices', 'A & B'.",
    });
  });
});
