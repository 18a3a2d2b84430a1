import { expect, test } from 'vitest';
import { noList, parseList } from './stored-list.ts';

test('a stored list is read as it was stored', () => {
  const lines = [
    { number: 'BD-3122', quantity: 400 },
    { number: 'HL-7', quantity: null },
    { number: 'Clip', quantity: 100, productId: '00000000-0000-7000-8000-000000000001' },
  ];
  const list = { owner: 'ana@example.com', lines, account: { lines: [], version: 7 } };
  for (const stored of [list, { ...list, sent: lines.slice(1) }])
    expect(parseList(JSON.stringify(stored))).toEqual(stored);
});

test('what is no list, or only in part, never breaks the page', () => {
  for (const raw of [null, '', '{', 'null', '[]', '7', '{"lines":7}', '{"owner":7,"account":7}'])
    expect(parseList(raw), String(raw)).toEqual(noList);
  const lines = [
    null,
    7,
    { number: 7 },
    { number: 'A', quantity: '7' },
    { number: 'A', quantity: 7 },
  ];
  expect(parseList(JSON.stringify({ lines })).lines).toEqual([{ number: 'A', quantity: 7 }]);
});

test('a line of 0 pieces, which no account takes, is one without a quantity', () => {
  const lines = [
    { number: 'A', quantity: 0 },
    { number: 'B', quantity: 7 },
  ];
  const read = [{ number: 'A', quantity: null }, lines[1]];
  expect(parseList(JSON.stringify({ lines, sent: lines }))).toMatchObject({
    lines: read,
    sent: read,
  });
});
