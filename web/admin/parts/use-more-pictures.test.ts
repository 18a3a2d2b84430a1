import { expect, test } from 'vitest';
import { mostOfAPart } from '#contract/part-list-rules.ts';
import { moved, roomBeside } from './use-more-pictures.ts';

const all = ['a', 'b', 'c'].map((key) => ({ key, upload: { kind: 'none' } as const, alt: '' }));

test.each([
  ['a', 1, 'bac'],
  ['c', -1, 'acb'],
  ['a', -1, 'abc'],
  ['c', 1, 'abc'],
  ['x', 1, 'abc'],
] as const)('moving %s by %i makes %s', (key, by, order) => {
  expect(
    moved(all, key, by)
      .map((one) => one.key)
      .join(''),
  ).toBe(order);
});

test('a part has room for as many pictures as it may have beside those that it has', () => {
  expect(roomBeside(all)).toBe(mostOfAPart.pictures - 3);
  const many = Array.from({ length: 5 }, () => all).flat();
  expect(roomBeside(many)).toBe(0);
});
