import { largestQuantity, quantityStep, type QuantityLimits } from '#contract/order-rules.ts';

/** In which quantities a part can be ordered now, in words; undefined when in none. */
export function quantitiesInWords(limits: QuantityLimits): string | undefined {
  const least = limits.orderQuantity;
  const most = largestQuantity(limits);
  if (most < least) return undefined;
  const named = [0, 1, 2].map((steps) => least + steps * quantityStep).filter((one) => one <= most);
  if (named.at(-1) === most) return `Sold by ${oneOf(named)} pieces now.`;
  return `Sold by ${named.join(', ')} … up to ${most} pieces, in steps of ${quantityStep}.`;
}

function oneOf(named: readonly number[]): string {
  const before = named.slice(0, -1).join(', ');
  return [before, named.at(-1)].filter(Boolean).join(' or ');
}
