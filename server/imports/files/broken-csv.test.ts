import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { readTable, refusalOf, tableFolder, writePieces } from '#test/table-files.ts';
import { openTable } from './open-table.ts';

const folder = tableFolder();

describe('a broken file is refused with what to do', () => {
  test.each([
    ['an empty file', '', 'file_empty', undefined],
    ['a file of empty lines', '\n\r\n,,\n ,\n', 'file_empty', undefined],
    ['a mark alone', '\uFEFF', 'file_empty', undefined],
    ['two columns of one name', 'Number,Price, price\n1,2,3\n', 'file_header_repeated', 1],
    ['a quote that is never closed', 'a,b\n1,2\n3,"4\n5,6\n', 'file_quote_broken', 3],
    ['a quote inside a cell', 'a,b\n1,2\n10" disc,4\n', 'file_quote_broken', 3],
    ['a text after a quote', 'a,b\n1,2\n"3"x,4\n', 'file_quote_broken', 3],
    ['a PDF', '%PDF-1.7\n', 'file_format_unknown', undefined],
    ['a page that is named as a workbook', '\n<html><table>', 'file_format_unknown', undefined],
    ['more columns than anybody maps', `${'a,'.repeat(500)}a\n`, 'file_too_many_columns', 1],
    ['a row with too many cells', `a\n1\n${'1,'.repeat(500)}1\n`, 'file_too_many_columns', 3],
  ])('%s', async (_, content, code, row) => {
    const refusal = await refusalOf(folder, content, { name: 'parts.csv' });
    expect(refusal).toMatchObject({ code, row });
    expect(refusal.message).toMatch(/^[A-Z].*\. .*\.$|^This is neither/);
  });

  test('a header may be wide if its columns have no names', async () => {
    expect(await readTable(folder, `a${','.repeat(2000)}\n1${','.repeat(2000)}\n`)).toMatchObject({
      header: ['a'],
      rows: [{ row: 2, cells: ['1'] }],
    });
  });

  test.each([
    ['a line of 10 MB', ['a,b\n1,2\n', ...Array<string>(10).fill('x'.repeat(1e6))], 3],
    ['a line of 10 MB between quotes', ['a\n"', ...Array<string>(10).fill('x\n'.repeat(5e5))], 2],
    ['a line of 10 MB of separators', ['a\n', ...Array<string>(10).fill(','.repeat(1e6))], 2],
    ['a first line of 10 MB', Array<string>(10).fill('x;'.repeat(5e5)), 1],
  ])('%s', async (_, pieces, row) => {
    const path = join(folder, 'long.csv');
    await writePieces(path, pieces);
    const read = async () => {
      for await (const _row of (await openTable(path, { name: 'long.csv' })).rows());
    };
    await expect(read()).rejects.toMatchObject({ code: 'file_line_too_long', row });
  });

  test('more rows than an import takes', async () => {
    const path = join(folder, 'many.csv');
    await writePieces(path, ['a\n', ...Array<string>(2001).fill('1\n'.repeat(1000))]);
    const rows = (await openTable(path, { name: 'many.csv' })).rows();
    let count = 0;
    const read = async () => {
      for await (const _row of rows) count += 1;
    };
    await expect(read()).rejects.toMatchObject({ code: 'file_too_many_rows', row: 2_000_002 });
    expect(count).toBe(2_000_000);
  });
});

describe('what only one row has wrong', () => {
  it('is said of that row, and the others are read: zero bytes and cells without end', async () => {
    const { rows } = await readTable(folder, `a,b\n1,2\n3,4\0\n${'x'.repeat(100_001)},6\n7,8\n`);
    expect(rows.map(({ row, error }) => [row, error?.code, error?.column])).toEqual([
      [2, undefined, undefined],
      [3, 'file_cell_unreadable', 2],
      [4, 'file_cell_too_long', 1],
      [5, undefined, undefined],
    ]);
  });

  it('refuses the file if it is the header', async () => {
    expect(await refusalOf(folder, 'a,b\0\n1,2\n')).toMatchObject({
      code: 'file_cell_unreadable',
      row: 1,
      column: 2,
    });
  });
});
