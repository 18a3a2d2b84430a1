import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commonPasswords } from './common-passwords.ts';
import { weaknessOf } from './password-advice.ts';

const ada = { name: 'Ada Lovelace', email: 'countess.ada@example.com' };

describe('a password is called common', () => {
  it.each([
    '123456',
    'password',
    'PassWord',
    'iloveyou',
    'qwerty',
    'password1',
    'Dragon2024',
    '!!monkey99',
    'ｐａｓｓｗｏｒｄ',
  ])('when many people use it: %s', (password) => expect(weaknessOf(password)).toBe('common'));
  it.each(['zzzzzz', '      ', '\0\0\0\0\0\0', 'abcabc', '121212', '😀😀😀😀'])(
    'when it repeats itself: %j',
    (password) => expect(weaknessOf(password)).toBe('common'),
  );
});

describe("a password is called its owner's own", () => {
  it.each(['underhood', 'Underhood1', 'under-hood!', 'underhood2026', 'Under Hood Shop'])(
    "when it is the shop's name: %s",
    (password) => expect(weaknessOf(password)).toBe('own'),
  );
  it.each(['lovelace', 'Lovelace1815', 'adalovelace', 'ada.1815', 'countess', 'Countess.Ada'])(
    "when it is their name or address, and nobody else's: %s",
    (password) =>
      expect([weaknessOf(password, ada), weaknessOf(password)]).toEqual(['own', undefined]),
  );
});

it.each([
  'brake-discs-200',
  'workshop-keys-1180',
  'bulk-order',
  'rain otter seventeen',
  'qV7#m2',
  'lovelace wrote the first program',
])('says nothing about %s', (password) => expect(weaknessOf(password, ada)).toBeUndefined());

it('knows 3,000, all of them in the form it looks for', () => {
  expect(commonPasswords.size).toBe(3000);
  expect(
    [...commonPasswords].filter((listed) => listed.length < 6 || weaknessOf(listed) !== 'common'),
  ).toEqual([]);
});

it('takes whatever somebody types', () => {
  const text = fc.string({ unit: 'binary', maxLength: 128 });
  fc.assert(
    fc.property(text, text, text, (password, name, email) => {
      expect([undefined, 'common', 'own']).toContain(weaknessOf(password, { name, email }));
    }),
  );
});
