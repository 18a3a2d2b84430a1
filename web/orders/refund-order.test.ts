import { describe, expect, it } from 'vitest';
import { refundErrors } from './refund-order.ts';

const fine = { amount: '10', reason: 'Cracked', restock: false };

describe('a refund', () => {
  it.each([
    ['0.01', 25],
    ['25', 25],
    [' 24.99 ', 25],
  ])('of %s out of %d dollars can be asked for', (amount, left) => {
    expect(refundErrors({ ...fine, amount }, left)).toBeUndefined();
  });

  it.each([
    ['', 'Amount is required'],
    ['0', 'Must be dollars above zero, with at most two decimals'],
    ['1.005', 'Must be dollars above zero, with at most two decimals'],
    ['-5', 'Must be dollars above zero, with at most two decimals'],
    ['1e1', 'Must be dollars above zero, with at most two decimals'],
    ['25.01', 'At most $25.00 are left to refund'],
  ])('of %j is not sent, and the field says why', (amount, sentence) => {
    expect(refundErrors({ ...fine, amount }, 25)).toEqual({ amount: sentence });
  });

  it('needs a reason of at most 300 characters', () => {
    expect(refundErrors({ ...fine, reason: ' ' }, 25)).toEqual({ reason: 'Reason is required' });
    expect(refundErrors({ ...fine, reason: 'x'.repeat(301) }, 25)).toEqual({
      reason: 'Must be at most 300 characters long',
    });
  });

  it('puts pieces back on sale only with the last of the money', () => {
    expect(refundErrors({ ...fine, restock: true }, 25)).toEqual({
      restock: 'Pieces go back on sale only with the last of the money',
    });
    expect(refundErrors({ ...fine, amount: '25', restock: true }, 25)).toBeUndefined();
  });
});
