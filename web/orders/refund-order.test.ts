import { describe, expect, it } from 'vitest';
import { refundErrors, restockWords } from './refund-order.ts';

const fine = { amount: '10', pieces: '', reason: 'Cracked', restock: false };
const left = (dollars: number) => ({ dollars, pieces: 200 });

describe('a refund', () => {
  it.each([
    ['0.01', 25],
    ['25', 25],
    [' 24.99 ', 25],
  ])('of %s out of %d dollars can be asked for', (amount, dollars) => {
    expect(refundErrors({ ...fine, amount }, left(dollars))).toBeUndefined();
  });

  it.each([
    ['', 'Amount is required'],
    ['0', 'Must be dollars above zero, with at most two decimals'],
    ['1.005', 'Must be dollars above zero, with at most two decimals'],
    ['-5', 'Must be dollars above zero, with at most two decimals'],
    ['1e1', 'Must be dollars above zero, with at most two decimals'],
    ['25.01', 'At most $25.00 are left to refund'],
  ])('of %j is not sent, and the field says why', (amount, sentence) => {
    expect(refundErrors({ ...fine, amount }, left(25))).toEqual({ amount: sentence });
  });

  it('needs a reason of at most 300 characters', () => {
    expect(refundErrors({ ...fine, reason: ' ' }, left(25))).toEqual({
      reason: 'Reason is required',
    });
    expect(refundErrors({ ...fine, reason: 'x'.repeat(301) }, left(25))).toEqual({
      reason: 'Must be at most 300 characters long',
    });
  });

  it('puts pieces back on sale only with the last of the money', () => {
    expect(refundErrors({ ...fine, restock: true }, left(25))).toEqual({
      restock: 'Pieces go back on sale only with the last of the money',
    });
    expect(refundErrors({ ...fine, amount: '25', restock: true }, left(25))).toBeUndefined();
  });

  it.each([
    ['200', undefined],
    ['201', 'At most 200 are left to ship'],
    ['0', 'Must be a whole number of pieces'],
    ['1.5', 'Must be a whole number of pieces'],
  ])('of %s pieces that will not be shipped needs so many', (pieces, sentence) => {
    const typed = { ...fine, amount: '', pieces, restock: true };
    expect(refundErrors(typed, left(25))).toEqual(sentence && { pieces: sentence });
  });
});

describe('the pieces that go on sale with the last of the money', () => {
  const order = { status: null, quantity: 500, shippedQuantity: 0, refundedTotal: 0 };
  const shipped = { ...order, status: 'shipped', shippedQuantity: 500 };
  it.each([
    ['of an order that is not shipped', order, 'Yes, all 500', 'The 500 pieces go back on sale.'],
    [
      'of a shipped one',
      shipped,
      'Yes, all 500 came back',
      'The 500 pieces came back and go on sale again.',
    ],
    [
      'of one that is shipped in part',
      { ...order, shippedQuantity: 100 },
      'Yes, all 500 came back',
      'The 500 pieces came back and go on sale again.',
    ],
    [
      'of one whose return brought some back',
      { ...shipped, refundedTotal: 1000 },
      'Yes, all that are not on sale yet',
      'All pieces that are not on sale yet go on sale again, without those that were refunded and kept off sale, or that a return found unfit.',
    ],
  ])('are told %s', (_of, what, choice, sentence) => {
    expect(restockWords(what)).toEqual({ choice, sentence });
  });
});
