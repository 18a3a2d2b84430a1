import fc from 'fast-check';

/** How the shop learns of money: from the buyer's browser, the provider, or when it asks. */
export type Told = 'patch' | 'webhook' | 'nobody';

/** One step of a history. Orders and payments are counted from the newest, modulo their numbers, where it can be among those to which the step fits; `picks` are bits, one for each order of a buyer. */
export type Step =
  | {
      readonly kind: 'place';
      readonly buyer: number;
      readonly lines: readonly (readonly [part: number, quantity: number])[];
      readonly twice: boolean;
    }
  | { readonly kind: 'open'; readonly buyer: number; readonly picks: number }
  | { readonly kind: 'card'; readonly payment: number; readonly told: Told }
  | { readonly kind: 'late'; readonly buyer: number; readonly picks: number }
  | { readonly kind: 'cancel'; readonly order: number }
  | {
      readonly kind: 'refund';
      readonly order: number;
      readonly percent: number;
      readonly restock: boolean;
    }
  | { readonly kind: 'dashboard'; readonly payment: number; readonly percent: number }
  | { readonly kind: 'ship'; readonly order: number }
  | { readonly kind: 'ship-pieces'; readonly order: number; readonly percent: number }
  | {
      readonly kind: 'refund-pieces';
      readonly order: number;
      readonly percent: number;
      readonly restock: boolean;
    }
  | { readonly kind: 'withdraw-return'; readonly order: number }
  | { readonly kind: 'ask-return'; readonly order: number; readonly percent: number }
  | {
      readonly kind: 'next-return';
      readonly order: number;
      readonly percent: number;
      readonly restockPercent: number;
    }
  | { readonly kind: 'wait'; readonly hours: number };

const one = fc.oneof(
  { weight: 2, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.nat({ max: 11 }) },
);
const buyer = fc.nat({ max: 1 });
const picks = fc.oneof(fc.constant(-1), fc.integer({ min: 1, max: 0xff }));
const quantity = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(100, 200, 300, 400) },
  { weight: 2, arbitrary: fc.constantFrom(50, 150, 1, 5000) },
);

const percents = fc.constantFrom(0, 1, 40, 100, 100, 101);

/** A step of a kind, as often as its weight says. */
function of<Kind extends string, Fields extends Record<string, unknown>>(
  weight: number,
  kind: Kind,
  fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
) {
  return {
    weight,
    arbitrary: fc.record({ kind: fc.constant(kind), ...fields }) as unknown as fc.Arbitrary<
      Fields & { kind: Kind }
    >,
  };
}

const step: fc.Arbitrary<Step> = fc.oneof(
  of(6, 'place', {
    buyer,
    lines: fc.array(fc.tuple(fc.nat({ max: 2 }), quantity), { minLength: 1, maxLength: 4 }),
    twice: fc.boolean(),
  }),
  of(8, 'open', { buyer, picks }),
  of(8, 'card', { payment: one, told: fc.constantFrom<Told[]>('patch', 'webhook', 'nobody') }),
  of(1, 'late', { buyer, picks }),
  of(4, 'cancel', { order: one }),
  of(5, 'refund', {
    order: one,
    percent: fc.constantFrom(1, 40, 100, 101),
    restock: fc.boolean(),
  }),
  of(2, 'dashboard', { payment: one, percent: fc.constantFrom(1, 40, 100) }),
  of(3, 'ship', { order: one }),
  of(4, 'ship-pieces', { order: one, percent: fc.constantFrom(1, 40, 100, 101) }),
  of(2, 'refund-pieces', {
    order: one,
    percent: fc.constantFrom(1, 40, 100, 101),
    restock: fc.boolean(),
  }),
  of(4, 'ask-return', { order: one, percent: fc.constantFrom(1, 40, 100, 101) }),
  of(1, 'withdraw-return', { order: one }),
  of(9, 'next-return', {
    order: one,
    percent: percents,
    restockPercent: percents,
  }),
  of(2, 'wait', { hours: fc.constantFrom(0.02, 1, 40, 73) }),
);

/** A list that is placed, paid and shipped in part: what returns need, and chance alone seldom brings. */
const sale: fc.Arbitrary<Step[]> = fc
  .tuple(buyer, fc.nat({ max: 2 }), fc.constantFrom<Told[]>('patch', 'webhook'), fc.nat({ max: 2 }))
  .map(([by, part, told, order]) => [
    { kind: 'place', buyer: by, lines: [[part, 200]], twice: false },
    { kind: 'open', buyer: by, picks: -1 },
    { kind: 'card', payment: 0, told },
    { kind: 'ship-pieces', order, percent: 40 },
  ]);

/** The steps of one return, some of them with too much. */
const sendBack: fc.Arbitrary<Step[]> = fc
  .tuple(one, fc.array(fc.tuple(percents, percents), { minLength: 4, maxLength: 6 }))
  .map(([order, all]) =>
    all.map(([percent, restockPercent], at) =>
      at === 0
        ? { kind: 'ask-return', order, percent: Math.max(1, percent) }
        : { kind: 'next-return', order: 0, percent, restockPercent },
    ),
  );

/** Histories of a dozen steps or more; fast-check shrinks a failing one. */
export const histories = fc
  .array(
    fc.oneof(
      { weight: 12, arbitrary: step.map((only) => [only]) },
      { weight: 1, arbitrary: sale },
      { weight: 1, arbitrary: sendBack },
    ),
    { minLength: 12, maxLength: 40, size: 'max' },
  )
  .map((chunks) => chunks.flat());
