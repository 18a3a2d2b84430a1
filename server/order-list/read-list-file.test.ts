import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { writeXlsx } from '#server/imports/files/write-xlsx.ts';
import { workbookOf } from '#test/table-files.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();

/** Sends a file as a guest's browser does. */
async function read(file: string | Uint8Array, field = 'file') {
  const form = new FormData();
  form.append(field, new Blob([typeof file === 'string' ? file : Uint8Array.from(file)]), 'list');
  const encoded = new Response(form);
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/api/order-list/file',
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return { status: answer.statusCode, body: answer.json() };
}

const lines = [
  { number: 'BD-3122', quantity: 400 },
  { number: '58-33170-04', quantity: 200 },
];

async function workbook(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<Uint8Array> {
  const all = async function* () {
    yield* rows;
  };
  const pieces: Uint8Array[] = [];
  for await (const piece of writeXlsx(header, all())) pieces.push(piece);
  return Buffer.concat(pieces);
}

it.each([
  ['with a heading', 'Part number;Pieces\r\nBD-3122;400\r\n58-33170-04;200\r\n'],
  ['without one', 'BD-3122,400\n58-33170-04,200\n'],
  ['with the pieces first', 'Qty\tNumber\n400\tBD-3122\n200\t58-33170-04\n'],
  ['among other columns', 'Pos;Article;Text;Amount\n1;BD-3122;Disc;400\n2;58-33170-04;Pad;200\n'],
])('a CSV file %s is read', async (_name, file) => {
  expect(await read(file)).toMatchObject({ status: 200, body: { lines } });
});

it('a workbook is read, and what is no line is named', async () => {
  const rows = [
    ['BD-3122', '400'],
    ['no number', ''],
    ['58-33170-04', '200'],
  ];
  const { status, body } = await read(await workbook(['Number', 'Pieces'], rows));
  expect(status).toBe(200);
  expect(body.lines).toEqual(lines);
  expect(
    body.skipped.map(({ row, reason }: { row: number; reason: string }) => [row, reason]),
  ).toEqual([
    [1, 'heading'],
    [3, 'noNumber'],
  ]);
});

it('of a long file five hundred lines are taken, and the next ones are named', async () => {
  const rows = Array.from({ length: 502 }, (_, at) => `N-${1000 + at};100`);
  const { body } = await read(`Number;Pieces\n${rows.join('\n')}\n`);
  expect(body.lines).toHaveLength(500);
  expect(
    body.skipped.filter(({ reason }: { reason: string }) => reason === 'tooMany'),
  ).toHaveLength(2);
});

it.each([
  ['that is no table', Buffer.from('%PDF-1.7 and so on'), 422, 'file_not_accepted'],
  ['that is empty', '', 422, 'file_not_accepted'],
  ['that is cut off', Buffer.from('PK\u0003\u0004 and no more'), 422, 'file_not_accepted'],
  ['that is too large', 'x'.repeat(1_000_001), 413, 'too_large'],
])('a file %s is refused', async (_name, file, status, error) => {
  expect(await read(file)).toMatchObject({ status, body: { error } });
});

describe('a workbook that is more than it looks', () => {
  const rowOf = (row: number) =>
    `<row r="${row}">${Array.from('ABCDEFGHI', (column) => `<c r="${column}${row}" t="s"><v>1</v></c>`).join('')}</row>`;

  it('is refused when it repeats a long text', async () => {
    const head = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="I1" t="s"><v>2</v></c></row>';
    const rows = Array.from({ length: 40 }, (_, at) => rowOf(at + 2));
    const shared = `<si><t>Number</t></si><si><t>${'x'.repeat(90_000)}</t></si><si><t>Pieces</t></si>`;
    expect(
      await read(await workbookOf({ sheets: { One: head + rows.join('') }, shared })),
    ).toMatchObject({
      status: 422,
      body: { error: 'file_not_accepted', code: 'file_too_large_inside' },
    });
  });

  it('is refused when it needs much memory to unpack', async () => {
    const shared = Array.from(
      { length: 600_000 },
      (_, at) => `<si><t>${(at * 7919 + (at >> 3)) % 500}</t></si>`,
    ).join('');
    const row = '<row r="1"><c r="A1" t="s"><v>0</v></c></row>';
    const book = await workbookOf({ sheets: { One: row }, shared });
    expect(book.byteLength).toBeLessThan(1_000_000);
    expect(await read(book)).toMatchObject({
      status: 422,
      body: { error: 'file_not_accepted', code: 'file_too_large_inside' },
    });
  });
});

it('a title above the table and empty rows in it count as a spreadsheet counts them', async () => {
  const rows = `<row r="1"><c r="A1" t="inlineStr"><is><t>Order of the week</t></is></c></row>
    <row r="4"><c r="A4" t="inlineStr"><is><t>BD-3122</t></is></c><c r="B4"><v>400</v></c></row>
    <row r="7"><c r="A7" t="inlineStr"><is><t>call Ben</t></is></c></row>
    <row r="9"><c r="A9" t="inlineStr"><is><t>58-33170-04</t></is></c><c r="B9"><v>200</v></c></row>`;
  const { body } = await read(await workbookOf({ sheets: { One: rows } }));
  expect(body).toEqual({
    lines,
    skipped: [
      { row: 1, text: 'Order of the week', reason: 'heading' },
      { row: 7, text: 'call Ben', reason: 'noNumber' },
    ],
  });
});

it('a file of very many rows is read no further than two thousand', async () => {
  const rows = Array.from({ length: 5000 }, (_, at) => `N-${1000 + at};100`);
  const { body } = await read(`Number;Pieces\n${rows.join('\n')}\n`);
  expect(body.lines).toHaveLength(500);
  expect(body.skipped).toHaveLength(1501);
});

it('files that come at once are read one after the other, each with its own answer', async () => {
  const files = Array.from({ length: 12 }, (_, at) => `Number;Pieces\nN-${100 + at};${100 + at}\n`);
  const answers = await Promise.all(files.map((file) => read(file)));
  expect(answers.map(({ body }) => body.lines)).toEqual(
    files.map((_, at) => [{ number: `N-${100 + at}`, quantity: 100 + at }]),
  );
});

it('more files than may wait are refused, and the next one is read again', async () => {
  const file = `Number;Pieces\n${'N-1;1\n'.repeat(50_000)}`;
  const answers = await Promise.all(Array.from({ length: 60 }, () => read(file)));
  const statuses = answers.map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(13);
  expect(await read('BD-3122;400\n58-33170-04;200\n')).toMatchObject({ body: { lines } });
});

it('another form is refused, and nothing is left of any file', async () => {
  expect(await read('a;1', 'picture')).toMatchObject({ status: 422 });
  expect(readdirSync(shop.importFolder).filter((name) => name.startsWith('list-'))).toEqual([]);
});
