import { describe, expect, test } from 'vitest';
import { cardFaults, caretAfter, digitsOf, grouped, type CardFieldName } from './card-fields.ts';

const now = new Date(2026, 2, 2);
const good = { number: '4242424242424242', expiry: '1229', cvc: '123' };
const messages = (card: Partial<typeof good>) =>
  Object.fromEntries(
    Object.entries(cardFaults({ ...good, ...card }, now)).map(([field, fault]) => [
      field,
      fault?.message,
    ]),
  );

describe('typing a card', () => {
  test.each<[CardFieldName, string, string]>([
    ['number', '4242424242424242', '4242 4242 4242 4242'],
    ['number', '42424', '4242 4'],
    ['number', '4242-4242 4242.4242 9999', '4242 4242 4242 4242'],
    ['number', '378282246310005', '3782 822463 10005'],
    ['number', '37828', '3782 8'],
    ['expiry', '7', '07'],
    ['expiry', '1', '1'],
    ['expiry', '1/', '01'],
    ['expiry', '12', '12'],
    ['expiry', '13', '01 / 3'],
    ['expiry', '1229', '12 / 29'],
    ['expiry', '12/2029', '12 / 29'],
    ['expiry', '7/29', '07 / 29'],
    ['cvc', '12a34', '123'],
  ])('%s %s reads %s', (field, typed, read) => {
    expect(grouped(field, digitsOf(field, typed, ''))).toBe(read);
  });

  test('an American Express card takes a code of four', () => {
    expect(digitsOf('cvc', '12345', '378282246310005')).toBe('1234');
  });

  test('the caret stays behind the digit that was typed', () => {
    expect([0, 4, 5, 16].map((digits) => caretAfter(digits, '4242 4242 4242 4242'))).toEqual([
      0, 4, 6, 19,
    ]);
    expect(caretAfter(3, '12 / 29')).toBe(6);
  });
});

describe('a card that cannot be sent', () => {
  test('says what is incomplete', () => {
    expect(messages({ number: '', expiry: '', cvc: '' })).toEqual({
      number: 'Your card number is incomplete.',
      expiry: "Your card's expiration date is incomplete.",
      cvc: "Your card's security code is incomplete.",
    });
    expect(messages({ number: '424242424242424' })).toEqual({
      number: 'Your card number is incomplete.',
    });
    expect(messages({ expiry: '0029' })).toEqual({
      expiry: "Your card's expiration date is incomplete.",
    });
    expect(messages({ number: '378282246310005', cvc: '123' })).toEqual({
      cvc: "Your card's security code is incomplete.",
    });
  });

  test('says what is wrong, and never lets a real card out', () => {
    expect(messages({ number: '4242424242424241' })).toEqual({
      number: 'Your card number is invalid.',
    });
    expect(messages({ number: '4111111111111111' })).toEqual({
      number: 'This shop takes only its test cards. Please never type a real card number here.',
    });
    expect(messages({ expiry: '1225' })).toEqual({
      expiry: "Your card's expiration year is in the past.",
    });
    expect(messages({ expiry: '0226' })).toEqual({
      expiry: "Your card's expiration date is in the past.",
    });
  });

  test('is not one that is good until the end of this month', () => {
    expect(messages({ expiry: '0326' })).toEqual({});
    expect(messages({})).toEqual({});
  });
});
