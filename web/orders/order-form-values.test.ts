import { expect, test } from 'vitest';
import { parseDraft } from './order-draft.ts';

test('a stored draft gives back what was typed, and nothing that is not text', () => {
  expect(parseDraft('{"address":"1 Dock Road","phone":"","quantity":"300","extra":"x"}')).toEqual({
    address: '1 Dock Road',
    phone: '',
    quantity: '300',
  });
  expect(parseDraft('{"address":7}')).toEqual({});
  expect(parseDraft('not json')).toEqual({});
  expect(parseDraft('null')).toEqual({});
  expect(parseDraft(null)).toEqual({});
});
