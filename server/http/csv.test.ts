import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { csvField, csvOf, type CsvColumn } from './csv.ts';

/** Reads a file as RFC 4180 says. */
function parseCsv(file: string): string[][] {
  const rows: string[][] = [];
  let [row, field, quoted]: [string[], string, boolean] = [[], '', false];
  for (let at = 0; at < file.length; at += 1) {
    const sign = file[at] ?? '';
    if (quoted && sign === '"' && file[at + 1] === '"') {
      field += '"';
      at += 1;
    } else if (sign === '"') quoted = !quoted;
    else if (quoted) field += sign;
    else if (sign === ',') [row, field] = [[...row, field], ''];
    else if (sign === '\r' && file[at + 1] === '\n') {
      rows.push([...row, field]);
      [row, field] = [[], ''];
      at += 1;
    } else field += sign;
  }
  expect([quoted, row, field]).toEqual([false, [], '']);
  return rows;
}

async function fileOf<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
  length: number,
): Promise<string> {
  let file = '';
  const pages = csvOf(columns, async (cursor = '0') => {
    const end = Number(cursor) + length;
    return {
      rows: rows.slice(Number(cursor), end),
      next: end < rows.length ? String(end) : undefined,
    };
  });
  for await (const piece of pages) file += piece;
  return file;
}

const hostile = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', ';', "'", 'a'),
  }),
);

describe('a CSV file', () => {
  it('gives back every text as it was, but for the apostrophe before what would be a formula', async () => {
    const columns: CsvColumn<readonly [string, string]>[] = [
      ['One', ([one]) => one],
      ['Other', ([, other]) => other],
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(hostile, hostile)),
        fc.integer({ min: 1, max: 4 }),
        async (rows, length) => {
          const file = await fileOf(columns, rows, length);
          expect(file[0]).toBe('\uFEFF');
          const safe = (text: string) => (/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text);
          expect(parseCsv(file.slice(1))).toEqual([
            ['One', 'Other'],
            ...rows.map((row) => row.map(safe)),
          ]);
        },
      ),
    );
  });

  it('has no field that a spreadsheet would run', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(csvField(text)).not.toMatch(/^"?[=+\-@\t\r]/);
      }),
    );
  });

  it('has its heads also when there is no row', async () => {
    expect(
      await fileOf(
        [
          ['Name', String],
          ['Price', String],
        ],
        [],
        1,
      ),
    ).toBe('\uFEFFName,Price\r\n');
  });
});

test.each([
  ['=HYPERLINK("http://evil.example","x")', `"'=HYPERLINK(""http://evil.example"",""x"")"`],
  ['+44 20 7946 0111', "'+44 20 7946 0111"],
  ['-1+1', "'-1+1"],
  ['-12.50', '-12.50'],
  ['-', "'-"],
  ['@SUM(1)', "'@SUM(1)"],
  ['\tcmd', `"'\tcmd"`],
  ['two\nlines', '"two\nlines"'],
  ['plain', 'plain'],
  ['', ''],
  [-5, '-5'],
  [null, ''],
])('%j is written as %j', (value, written) => {
  expect(csvField(value)).toBe(written);
});
