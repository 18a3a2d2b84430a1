import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  batchTerms,
  holdTerms,
  holdWords,
  limitsOfBatch,
  limitsOfOrder,
  longerHold,
  type Holder,
  type HoldLimit,
  type Unpaid,
} from './hold-rules.ts';

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

describe('what the lines of a batch may hold', () => {
  const [few, many] = [60 * minute, 72 * hour];
  it.each([
    ['an address nobody confirmed', { ...unconfirmed, keepsPaid: false }, [true, 60, few, true]],
    ['a confirmed one', { ...confirmed, keepsPaid: false }, [true, 60, few, true]],
    ['one whose paid orders were refunded', { ...paying, keepsPaid: false }, [true, 60, few, true]],
    ['one that keeps a paid order', { ...paying, keepsPaid: true }, [false, 20, many, false]],
    ['whoever tries the demo out', { ...visitor, keepsPaid: false }, [true, 500, many, false]],
    [
      'a customer who does',
      { ...paying, isOwnDemo: true, keepsPaid: true },
      [false, 20, many, false],
    ],
  ])('of %s', (_who, holder, [countsLines, most, holdMs, sharesNetwork]) => {
    expect(batchTerms(holder, 72)).toEqual({ countsLines, most, holdMs, sharesNetwork });
    expect(batchTerms(holder, 0.5).holdMs).toBe(30 * minute);
  });
});

/** An unpaid order: the number of its batch, and whether it counts in the network. */
const open = fc.array(
  fc.record({ batch: fc.option(fc.integer({ min: 1, max: 4 })), shared: fc.boolean() }),
  { maxLength: 80 },
);
const standing = fc.constantFrom<Holder & { keepsPaid: boolean }>(
  { ...unconfirmed, keepsPaid: false },
  { ...confirmed, keepsPaid: false },
  { ...paying, keepsPaid: false },
  { ...paying, keepsPaid: true },
  { ...visitor, keepsPaid: false },
  { ...paying, isOwnDemo: true, keepsPaid: true },
);

describe('limits of orders and batches together', () => {
  const countedOf = (orders: readonly { batch: number | null }[]): Unpaid => ({
    singles: orders.filter(({ batch }) => batch === null).length,
    lines: orders.filter(({ batch }) => batch !== null).length,
    batches: new Set(orders.flatMap(({ batch }) => batch ?? [])).size,
  });
  const fit = (limits: readonly HoldLimit[]) =>
    limits.every(({ unpaid, wanted, most }) => unpaid + wanted <= most);

  it('are those of the table in docs/decisions/0045', () => {
    fc.assert(
      fc.property(
        standing,
        open,
        open,
        fc.record({
          lines: fc.integer({ min: 1, max: 500 }),
          unpaidPerNetwork: fc.constantFrom(2, 10, 300),
        }),
        (holder, own, others, { lines, unpaidPerNetwork }) => {
          const shared = others.filter((order) => order.shared);
          const [account, network] = [countedOf(own), countedOf(shared)];
          const holding = { holder, account, network, orderHoldHours: 72, unpaidPerNetwork };
          const { singles } = account;
          const [all, units] = [own.length, singles + account.batches];
          const few = holder.hasPaid || holder.isOwnDemo ? 20 : holder.isConfirmed ? 5 : 3;
          const most = holder.isOwnDemo ? 500 : 60;
          const alone = holder.hasPaid || holder.isOwnDemo || network.singles < unpaidPerNetwork;
          const onNetwork =
            holder.isOwnDemo || shared.length + lines <= Math.max(200, unpaidPerNetwork);
          expect(fit(limitsOfOrder(holding))).toBe(
            alone && (holder.keepsPaid ? units < 20 : singles < few && all < most),
          );
          expect(fit(limitsOfBatch(lines, holding))).toBe(
            holder.keepsPaid ? units < 20 : all + lines <= most && onNetwork,
          );
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('are as they were without batches for whoever has none', () => {
    fc.assert(
      fc.property(standing, fc.nat(30), fc.nat(30), (holder, singles, shared) => {
        const [account, network] = [singles, shared].map((count) => ({
          singles: count,
          lines: 0,
          batches: 0,
        })) as [Unpaid, Unpaid];
        const holding = { holder, account, network, orderHoldHours: 72, unpaidPerNetwork: 10 };
        const { mostUnpaid, sharesNetwork } = holdTerms(holder, 72);
        const before = singles < mostUnpaid && !(sharesNetwork && shared >= 10);
        expect(fit(limitsOfOrder(holding))).toBe(before);
      }),
    );
  });
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
