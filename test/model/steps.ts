import fc from 'fast-check';

/** One step of a history; `order` and `part` are indexes modulo the number of orders and parts. */
export type Step =
  | {
      readonly kind: 'place';
      readonly buyer: number;
      readonly part: number;
      readonly lots: number;
      readonly twice: boolean;
    }
  | {
      readonly kind: 'pay';
      readonly order: number;
      readonly card: Card;
      readonly told: 'patch' | 'webhook' | 'nobody';
    }
  | { readonly kind: 'cancel'; readonly order: number; readonly by: 'owner' | 'admin' | 'stranger' }
  | {
      readonly kind: 'race';
      readonly order: number;
      readonly first: 'pay' | 'cancel';
      readonly headStartMs: number;
    }
  | { readonly kind: 'ship'; readonly order: number; readonly pieces: 'all' | number }
  | {
      readonly kind: 'refund-pieces';
      readonly order: number;
      readonly pieces: number;
      readonly restock: boolean;
    }
  | {
      readonly kind: 'refund';
      readonly order: number;
      readonly percent: number;
      readonly restock: boolean;
    }
  | {
      readonly kind: 'dashboard';
      readonly order: number;
      readonly percent: number;
      readonly told: 'webhook' | 'nobody';
    }
  | { readonly kind: 'wait'; readonly hours: number }
  | { readonly kind: 'repeat-events' }
  | { readonly kind: 'provider'; readonly is: Provider };

/** The card provider answers, is unreachable, or does its work but its answer is lost. */
export type Provider = 'well' | 'down' | 'mute';

export type Card = 'good' | 'declined';

export const cardNumbers: Record<Card, string> = {
  good: '4242424242424242',
  declined: '4000000000000002',
};

const order = fc.nat({ max: 7 });

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('place' as const),
      buyer: fc.nat({ max: 2 }),
      part: fc.nat({ max: 1 }),
      lots: fc.oneof(
        { weight: 5, arbitrary: fc.integer({ min: 1, max: 4 }) },
        { weight: 1, arbitrary: fc.constantFrom(0, 0.5, 99) },
      ),
      twice: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      order,
      card: fc.constantFrom<Card[]>('good', 'good', 'declined'),
      told: fc.constantFrom('patch' as const, 'webhook' as const, 'nobody' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('cancel' as const),
      order,
      by: fc.constantFrom(
        'owner' as const,
        'owner' as const,
        'admin' as const,
        'stranger' as const,
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('race' as const),
      order,
      first: fc.constantFrom('pay' as const, 'cancel' as const),
      headStartMs: fc.constantFrom(0, 1, 3, 8),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('ship' as const),
      order,
      pieces: fc.constantFrom<('all' | number)[]>('all', 1, 30, 70, 100),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('refund-pieces' as const),
      order,
      pieces: fc.constantFrom(1, 30, 70, 100),
      restock: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      order,
      percent: fc.constantFrom(1, 40, 100, 101),
      restock: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('dashboard' as const),
      order,
      percent: fc.constantFrom(1, 40, 100),
      told: fc.constantFrom('webhook' as const, 'nobody' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      hours: fc.constantFrom(0.02, 1, 30, 73),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'repeat-events' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('provider' as const),
      is: fc.constantFrom<Provider[]>('well', 'well', 'down', 'mute'),
    }),
  },
);

/** Histories of up to thirty steps; fast-check shrinks a failing one. */
export const histories = fc.array(step, { minLength: 4, maxLength: 30, size: 'max' });

/** Two races whose head start is so long that the outcome is certain. */
export const bothEnds: readonly Step[] = [
  { kind: 'place', buyer: 0, part: 0, lots: 1, twice: false },
  { kind: 'race', order: 0, first: 'cancel', headStartMs: 400 },
  { kind: 'place', buyer: 0, part: 0, lots: 1, twice: false },
  { kind: 'race', order: 1, first: 'pay', headStartMs: 400 },
];

/** Orders that are paid, then shipped and refunded in parts, to every end that this can have. */
export const inParts: readonly Step[] = [
  ...[0, 1, 2].flatMap((place): Step[] => [
    { kind: 'place', buyer: 0, part: 0, lots: 1, twice: false },
    { kind: 'pay', order: place, card: 'good', told: 'patch' },
  ]),
  { kind: 'ship', order: 0, pieces: 30 },
  { kind: 'refund-pieces', order: 0, pieces: 70, restock: true },
  { kind: 'refund', order: 0, percent: 100, restock: true },
  { kind: 'refund-pieces', order: 1, pieces: 30, restock: false },
  { kind: 'refund-pieces', order: 1, pieces: 70, restock: true },
  { kind: 'ship', order: 1, pieces: 'all' },
  { kind: 'refund-pieces', order: 2, pieces: 30, restock: true },
  { kind: 'ship', order: 2, pieces: 100 },
  { kind: 'ship', order: 2, pieces: 30 },
  { kind: 'ship', order: 2, pieces: 'all' },
  { kind: 'refund-pieces', order: 2, pieces: 1, restock: true },
];
