import { describe, expect, it } from 'vitest';
import { holdTerms, holdWords, longerHold, type Holder } from './hold-rules.ts';

const minute = 60_000;
const hour = 60 * minute;
const unconfirmed: Holder = { isConfirmed: false, hasPaid: false, isOwnDemo: false };
const confirmed: Holder = { ...unconfirmed, isConfirmed: true };
const paying: Holder = { ...confirmed, hasPaid: true };
const visitor: Holder = { ...unconfirmed, isOwnDemo: true };

describe('what unpaid orders may hold', () => {
  it.each([
    [
      'an address nobody confirmed',
      unconfirmed,
      { mostUnpaid: 3, holdMs: 60 * minute, sharesNetwork: true },
    ],
    [
      'a confirmed one without a paid order',
      confirmed,
      { mostUnpaid: 5, holdMs: 4 * hour, sharesNetwork: true },
    ],
    [
      'one that has paid before',
      paying,
      { mostUnpaid: 20, holdMs: 72 * hour, sharesNetwork: false },
    ],
    [
      'one that has paid and is not confirmed',
      { ...unconfirmed, hasPaid: true },
      { mostUnpaid: 20, holdMs: 72 * hour, sharesNetwork: false },
    ],
    [
      'whoever tries the demo out',
      visitor,
      { mostUnpaid: 20, holdMs: 72 * hour, sharesNetwork: false },
    ],
  ])('of %s', (_who, holder, terms) => {
    expect(holdTerms(holder, 72)).toEqual(terms);
  });

  it.each([unconfirmed, confirmed, paying, visitor])(
    'is never held longer than the shop allows: %o',
    (holder) => {
      expect(holdTerms(holder, 0.5).holdMs).toBe(30 * minute);
    },
  );
});

describe('what would lengthen a hold', () => {
  it.each([
    ['confirming the address', unconfirmed, 72, { by: 'confirming', holdMs: 4 * hour }],
    ['paying an order', confirmed, 72, { by: 'paying', holdMs: 72 * hour }],
    ['nothing, where the shop holds nothing for longer than an hour', unconfirmed, 1, undefined],
    [
      'confirming, but not paying, where it is three hours at most',
      unconfirmed,
      3,
      { by: 'confirming', holdMs: 3 * hour },
    ],
    ['nothing more then', confirmed, 3, undefined],
    ['nothing, once an order was paid', paying, 72, undefined],
    ['nothing in the demo', visitor, 72, undefined],
  ])('is %s', (_what, holder, orderHoldHours, longer) => {
    expect(longerHold(holder, orderHoldHours)).toEqual(longer);
  });
});

describe('a length of time in words', () => {
  it.each([
    [36_000, '1 minute'],
    [20 * minute, '20 minutes'],
    [60 * minute, '60 minutes'],
    [90 * minute, '90 minutes'],
    [4 * hour, '4 hours'],
    [24 * hour, '24 hours'],
    [72 * hour, '3 days'],
    [73 * hour, '73 hours'],
  ])('of %d ms is %s', (ms, words) => {
    expect(holdWords(ms)).toBe(words);
  });
});
