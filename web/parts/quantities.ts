import { formatDollars } from '#contract/money.ts';
import { largestQuantity, quantityFits, stepOf } from '#contract/order-rules.ts';
import type { Part } from '#contract/parts.ts';
import { stepsInWords, type SoldBy } from '#web/orders/quantity-advice.ts';

/** In which quantities a part can be ordered now, in words; undefined when in none. */
export function quantitiesInWords(part: SoldBy): string | undefined {
  const least = part.orderQuantity;
  const most = largestQuantity(part);
  if (most < least) return undefined;
  const named = [0, 1, 2]
    .map((steps) => least + steps * stepOf(part))
    .filter((one) => quantityFits(one, part));
  if (named.at(-1) === most) return `Sold by ${oneOf(named)} pieces now.`;
  return `Sold by ${named.join(', ')} … up to ${most} pieces, ${stepsInWords(part)}.`;
}

function oneOf(named: readonly number[]): string {
  const before = named.slice(0, -1).join(', ');
  return [before, named.at(-1)].filter(Boolean).join(' or ');
}

/** The lowest price of a piece and for how many it is, in words; undefined where every quantity costs the same by the piece. */
export function lowestPriceInWords({ priceBreaks }: Pick<Part, 'priceBreaks'>): string | undefined {
  const last = priceBreaks.at(-1);
  return last && `${formatDollars(last.price)} from ${last.from}`;
}
