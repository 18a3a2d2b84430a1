import { expect, test } from 'vitest';
import { parseDraft } from './stored-draft.ts';

test('a stored draft gives back what was typed, and nothing that is not text', () => {
  const parsed = (stored: string | null) => parseDraft(stored, ['address', 'phone', 'quantity']);
  expect(parsed('{"address":"1 Dock Road","phone":"","quantity":"300","extra":"x"}')).toEqual({
    address: '1 Dock Road',
    phone: '',
    quantity: '300',
  });
  expect(parsed('{"address":7}')).toEqual({});
  expect(parsed('not json')).toEqual({});
  expect(parsed('null')).toEqual({});
  expect(parsed(null)).toEqual({});
});
