import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { readCells, readTable, refusalOf, tableFolder, writePieces } from '#test/table-files.ts';
import type { TableEncoding } from './imported-table.ts';
import { openTable } from './open-table.ts';

const folder = tableFolder();
const cells = (content: string | Uint8Array) => readCells(folder, content);

/** A text in one of the encodings that Node does not write. */
function utf16be(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

describe('a CSV file', () => {
  it('gives its header and its rows as they stand in a spreadsheet', async () => {
    expect(await readTable(folder, 'Number , Name\r\n007,"Brake ""S"", left"\r\n8,\r\n')).toEqual({
      format: 'csv',
      encoding: 'utf-8',
      encodingGuessed: false,
      delimiter: ',',
      header: ['Number', 'Name'],
      rows: [
        { row: 2, cells: ['007', 'Brake "S", left'] },
        { row: 3, cells: ['8', ''] },
      ],
    });
  });

  it('is read from its beginning each time', async () => {
    await readTable(folder, 'a\n1\n2\n');
    const table = await openTable(join(folder, 'table'), { name: 'x.csv' });
    for (let time = 0; time < 2; time += 1) {
      const first = await table.rows()[Symbol.asyncIterator]().next();
      expect(first.value).toEqual({ row: 2, cells: ['1'] });
    }
  });

  test.each([
    ['Windows', 'a;b\r\n1;2\r\n3;4\r\n'],
    ['Linux', 'a;b\n1;2\n3;4'],
    ['an old Macintosh', 'a;b\r1;2\r3;4\r'],
    ['several systems', 'a;b\r\n1;2\n3;4\r'],
  ])('with the line breaks of %s has the same rows', async (_, content) => {
    expect(await cells(content)).toEqual([
      ['1', '2'],
      ['3', '4'],
    ]);
  });

  it('keeps line breaks, separators and spaces that are quoted or inside a cell', async () => {
    expect(await cells('a,b\n"two\r\nlines;,"," x "\n')).toEqual([['two\r\nlines;,', ' x ']]);
  });

  it('may have empty lines anywhere, which count as rows but give none', async () => {
    const { header, rows } = await readTable(folder, '\n,\na,b\n\n1,2\n ,\n\n,3\n,\n\n');
    expect(header).toEqual(['a', 'b']);
    expect(rows).toEqual([
      { row: 5, cells: ['1', '2'] },
      { row: 8, cells: ['', '3'] },
    ]);
  });

  it('may have rows with fewer cells, and with more only if those are empty', async () => {
    const { rows } = await readTable(folder, 'a,b,c,,\n1\n1,2,3,,,\n1,2,3,4\n5,6,7\n');
    expect(
      rows.map(({ row, cells: read, error }) => [row, read, error?.code, error?.column]),
    ).toEqual([
      [2, ['1', '', ''], undefined, undefined],
      [3, ['1', '2', '3'], undefined, undefined],
      [4, ['1', '2', '3', '4'], 'file_too_many_cells', 4],
      [5, ['5', '6', '7'], undefined, undefined],
    ]);
  });
});

describe('the separator', () => {
  test.each([
    [',', 'a,b\n1,2\n'],
    [';', 'a;b\n1,5;2,5\n1,5;2,5\n'],
    ['\t', 'a\tb\n1;2\t3,4\n'],
    [',', '"a;b;c",d\n1,2\n'],
    [';', 'name, number;price, net\nx;1\ny;2\n'],
    [',', 'alone\n1\n'],
    [',', 'a,"x;\n;;;;\n;;"\n1,2'],
  ])('is guessed as %j in %j', async (delimiter, content) => {
    expect(await readTable(folder, content)).toMatchObject({ delimiter });
  });

  it('is the one that was chosen, whatever it looks like', async () => {
    expect(await readTable(folder, 'a,b;c\n1,2;3\n', { delimiter: ';' })).toMatchObject({
      delimiter: ';',
      header: ['a,b', 'c'],
      rows: [{ row: 2, cells: ['1,2', '3'] }],
    });
  });
});

describe('the encoding', () => {
  const text = 'Größe;Preis €\r\nČeská;ž\r\n';
  const western = Buffer.from('Gr\u00f6\u00dfe;Preis \u0080\r\nA;\u00e9\r\n', 'latin1');

  test.each<[string, TableEncoding, Buffer]>([
    ['UTF-8', 'utf-8', Buffer.from(text)],
    ['UTF-8 with its mark', 'utf-8', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 with its mark', 'utf-16le', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 BE with its mark', 'utf-16be', utf16be(`\uFEFF${text}`)],
    ['UTF-16', 'utf-16le', Buffer.from(text, 'utf16le')],
    ['UTF-16 BE', 'utf-16be', utf16be(text)],
  ])('is recognised: %s', async (_, encoding, content) => {
    expect(await readTable(folder, content)).toMatchObject({
      encoding,
      encodingGuessed: false,
      header: ['Größe', 'Preis €'],
      rows: [{ row: 2, cells: ['Česká', 'ž'] }],
    });
  });

  it('is Windows-1252 where nothing else fits, and that is said', async () => {
    expect(await readTable(folder, western)).toMatchObject({
      encoding: 'windows-1252',
      encodingGuessed: true,
      header: ['Größe', 'Preis €'],
      rows: [{ row: 2, cells: ['A', 'é'] }],
    });
  });

  it('is Windows-1252 also when the first strange letter is at the end of a large file', async () => {
    const path = join(folder, 'late.csv');
    await writePieces(path, [
      'a,b\n',
      ...Array<string>(200).fill('1,2\n'.repeat(1000)),
      Buffer.from([0xe9]),
    ]);
    expect(await openTable(path, { name: 'late.csv' })).toMatchObject({ encoding: 'windows-1252' });
  });

  it('can be chosen, and is refused if the file is not in it', async () => {
    const chosen = { encoding: 'windows-1252' } as const;
    expect(await readTable(folder, western, chosen)).toMatchObject({ encodingGuessed: false });
    expect(await refusalOf(folder, western, { encoding: 'utf-8' })).toEqual({
      code: 'file_encoding',
      row: undefined,
      column: undefined,
      message:
        'The file is not in UTF-8. Choose another encoding, or save it as CSV UTF-8 and send it again.',
    });
  });

  it('is refused where a marked file breaks off in the middle of a letter', async () => {
    const half = Buffer.from('\uFEFFa;b\n1', 'utf16le').subarray(0, -1);
    expect(await refusalOf(folder, half)).toMatchObject({ code: 'file_encoding' });
  });
});
