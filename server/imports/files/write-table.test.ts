import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { setImmediate } from 'node:timers/promises';
import { buffer, text as textOf } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { describe, expect, it, test, vi } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { readTable, tableFolder } from '#test/table-files.ts';
import type { TableFormat } from './imported-table.ts';
import { unneutralise, writeTable } from './write-table.ts';

const folder = tableFolder();
const formats: readonly TableFormat[] = ['csv', 'xlsx'];

async function* from(rows: readonly (readonly string[])[]) {
  for (const row of rows) {
    await setImmediate();
    yield row;
  }
}

async function fileOf(format: TableFormat, columns: readonly string[], rows: string[][]) {
  return buffer(Readable.from(writeTable(format, columns, from(rows))));
}

/** What is read of a file that was written; apostrophes that CSV needs are taken away again. */
async function thereAndBack(format: TableFormat, columns: readonly string[], rows: string[][]) {
  const table = await readTable(folder, await fileOf(format, columns, rows), { delimiter: ',' });
  const whole = format === 'csv' ? unneutralise : (cell: string) => cell;
  return { ...table, rows: table.rows.map(({ cells }) => cells.map(whole)) };
}

const nasty = fc.oneof(
  // Zero bytes are no text, in no database and no file.
  fc.string({ unit: 'binary' }).map((text) => text.toWellFormed().replaceAll('\0', '')),
  fc.string({
    unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', '"', ',', ';', ' ', '0', 'a'),
  }),
  fc.string({
    unit: fc.constantFrom(
      '_',
      'x',
      '0',
      '0',
      'D',
      'd',
      '5',
      'F',
      '\r',
      '\u0001',
      '\uffff',
      '&',
      '<',
      ']]>',
    ),
  }),
  fc.constantFrom(
    '007',
    '1e5',
    '=1+1',
    "'=1",
    "''@x",
    '\uFEFFx',
    '_x000D_x000D_',
    '_x000D\r',
    'TRUE',
    '46349',
  ),
);

describe.each(formats)('an exported %s file', (format) => {
  it('gives every text back as it was', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(nasty, nasty), { maxLength: 8 }), async (pairs) => {
        // The first column keeps rows in which nothing else stands.
        const rows = pairs.map((pair, at) => [`${at}`, ...pair]);
        const { rows: read, header } = await thereAndBack(format, ['Key', 'One', 'Other'], rows);
        expect(header).toEqual(['Key', 'One', 'Other']);
        expect(read).toEqual(rows);
      }),
      { numRuns: 300 },
    );
  }, 60_000);

  it('has its header also when there is no row, and more columns than letters', async () => {
    const columns = Array.from({ length: 60 }, (_, at) => `Column ${at}`);
    const row = columns.map((name) => `of ${name}`);
    expect(await thereAndBack(format, columns, [])).toMatchObject({ header: columns, rows: [] });
    expect(await thereAndBack(format, columns, [row])).toMatchObject({ rows: [row] });
  });

  it('is read only as fast as it is taken, and its source is left when nobody takes it', async () => {
    let [given, left] = [0, false];
    async function* endless() {
      try {
        for (;;) {
          await setImmediate();
          given += 1;
          // Nothing that packing makes smaller: else the pipes have room for any number of rows.
          yield [randomBytes(750).toString('base64'), String(given)];
        }
      } finally {
        left = true;
      }
    }
    const pieces = writeTable(format, ['a', 'b'], endless())[Symbol.asyncIterator]();
    for (let piece = 0; piece < 3; piece += 1) await pieces.next();
    const before = given;
    for (let turn = 0; turn < 20_000; turn += 1) await setImmediate();
    // Room for what waits in the pipes, but no more.
    expect(given - before).toBeLessThan(10_000);
    await pieces.return?.();
    await vi.waitFor(() => expect(left).toBe(true), 5000);
  });

  it('fails as its source does', async () => {
    async function* failing() {
      await setImmediate();
      yield ['1'];
      throw new Error('The database is gone');
    }
    await expect(buffer(Readable.from(writeTable(format, ['a'], failing())))).rejects.toThrow(
      'The database is gone',
    );
  });
});

test('CSV is written as RFC 4180 says, with the mark of UTF-8, and nothing that a spreadsheet runs', async () => {
  const file = await fileOf(
    'csv',
    ['Number', 'Note'],
    [
      ['007', '=HYPERLINK("x")'],
      ["'=1", 'two\nlines'],
    ],
  );
  expect(file.toString()).toBe(
    `\uFEFFNumber,Note\r\n007,"'=HYPERLINK(""x"")"\r\n''=1,"two\nlines"\r\n`,
  );
});

test('a workbook is written with texts alone, in cells for texts, and keeps the spaces around them', async () => {
  const zip = await fromBufferPromise(
    await fileOf('xlsx', ['Number', 'Note'], [['007', ' =1 & <2> ']]),
  );
  const sheets: string[] = [];
  for await (const entry of zip.eachEntry())
    if (entry.fileName === 'xl/worksheets/sheet1.xml')
      sheets.push(await textOf(await zip.openReadStreamPromise(entry)));
  const cell = (at: string, content: string) =>
    `<c r="${at}" s="1" t="inlineStr"><is><t xml:space="preserve">${content}</t></is></c>`;
  expect(sheets[0]?.replace(/^.*<sheetData>/s, '')).toBe(
    `<row r="1">${cell('A1', 'Number')}${cell('B1', 'Note')}</row><row r="2">${cell('A2', '007')}${cell('B2', ' =1 &amp; &lt;2&gt; ')}</row></sheetData></worksheet>`,
  );
});

test.each([
  ["'=1", '=1'],
  ["''=1", "'=1"],
  ["'\t", '\t'],
  ["'quoted'", "'quoted'"],
  ['=1', '=1'],
  ['', ''],
])('%j stands for %j', (cell, text) => {
  expect(unneutralise(cell)).toBe(text);
});

test('a workbook holds no more rows than a sheet can have', async () => {
  async function* many() {
    await setImmediate();
    for (let row = 0; row < 1_048_576; row += 1) yield [];
  }
  await expect(buffer(Readable.from(writeTable('xlsx', ['a'], many())))).rejects.toMatchObject({
    code: 'file_too_many_rows',
  });
});
