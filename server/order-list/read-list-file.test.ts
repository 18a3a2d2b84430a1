import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { writeXlsx } from '#server/imports/files/write-xlsx.ts';
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

it('another form is refused, and nothing is left of any file', async () => {
  expect(await read('a;1', 'picture')).toMatchObject({ status: 422 });
  expect(readdirSync(shop.importFolder).filter((name) => name.startsWith('list-'))).toEqual([]);
});
