import fc from 'fast-check';
import { centsOf, maxChargeCents } from '#contract/money.ts';
import type { QuantityLimits } from '#contract/order-rules.ts';

const plainPart = fc.record({
  orderQuantity: fc.integer({ min: 1, max: 2000 }),
  inStock: fc.integer({ min: 0, max: 100_000 }),
  price: fc.integer({ min: 1, max: 500_000 }).map((cents) => cents / 100),
});

/** What limits the orders of a part with any rules: breaks above the minimum, ascending, each cheaper. */
export const soldPart = fc
  .record({
    plain: plainPart,
    quantityStep: fc.option(fc.integer({ min: 1, max: 700 })),
    more: fc.option(fc.integer({ min: 0, max: 50_000 })),
    breaks: fc.array(
      fc.record({
        more: fc.integer({ min: 1, max: 20_000 }),
        part: fc.double({ min: 0.05, max: 0.99, noNaN: true }),
      }),
      { maxLength: 8 },
    ),
  })
  .map(({ plain, quantityStep, more, breaks }): QuantityLimits => {
    let [from, cents] = [plain.orderQuantity, centsOf(plain.price)];
    const priceBreaks = breaks.flatMap((one) => {
      const next = Math.floor(cents * one.part);
      if (next < 1 || next === cents) return [];
      [from, cents] = [from + one.more, next];
      return [{ from, price: cents / 100 }];
    });
    const largestOrder = more === null ? null : plain.orderQuantity + more;
    return { ...plain, quantityStep, largestOrder, priceBreaks };
  });

/** Dollars per piece of an order of so many, found by going through all breaks. */
export function priceAt(quantity: number, { price, priceBreaks = [] }: QuantityLimits): number {
  return priceBreaks.reduce((best, one) => (quantity >= one.from ? one.price : best), price);
}

/** The rule of quantities in its simplest form: counting up from the minimum. */
export function validQuantities(limits: QuantityLimits): number[] {
  const { orderQuantity, inStock, quantityStep, largestOrder } = limits;
  const valid: number[] = [];
  const most = Math.min(inStock, largestOrder ?? inStock);
  for (let quantity = orderQuantity; quantity <= most; quantity += quantityStep ?? 100)
    if (centsOf(priceAt(quantity, limits)) * quantity <= maxChargeCents) valid.push(quantity);
  return valid;
}
