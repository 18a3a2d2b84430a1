import { formatDollars } from '#contract/money.ts';
import type { ListedPart } from './listed-part.ts';
import { LowestPrice } from './lowest-price.tsx';

/** A part's price in a row of a table. */
export function ListPrice({ part }: { part: ListedPart }) {
  return (
    <span className="inline-flex flex-col items-end lg:flex-row-reverse lg:items-baseline lg:gap-2">
      <strong className="font-semibold">{formatDollars(part.price)}</strong>
      <LowestPrice part={part} className="text-xs!" />
    </span>
  );
}

/** How wide a column of prices is: a lower price by the quantity needs a place of its own. */
export function priceWidth(parts: readonly ListedPart[]): string {
  return parts.some(({ priceBreaks }) => priceBreaks.length > 0) ? 'lg:w-50' : 'lg:w-24';
}
