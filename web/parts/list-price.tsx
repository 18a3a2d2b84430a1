import { formatDollars } from '#contract/money.ts';
import type { ListedPart } from './listed-part.ts';
import { lowestPriceInWords } from './quantities.ts';

/** A part's price in a row of a table. */
export function ListPrice({ part }: { part: ListedPart }) {
  return <PriceInRow price={formatDollars(part.price)} lowest={lowestPriceInWords(part)} />;
}

/** The same of prices in words. */
export function PriceInRow({ price, lowest }: { price: string; lowest: string | undefined }) {
  return (
    <span className="row-price">
      <strong>{price}</strong>
      {lowest !== undefined && <span className="quiet">{lowest}</span>}
    </span>
  );
}

/** How wide a column of prices is: a lower price by the quantity needs a place of its own. */
export function priceWidth(parts: readonly ListedPart[]): string {
  return parts.some(({ priceBreaks }) => priceBreaks.length > 0) ? 'lg:w-34 xl:w-50' : 'lg:w-24';
}
