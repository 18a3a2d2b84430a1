import { formatDollars } from '#contract/money.ts';
import type { Part } from '#contract/parts.ts';
import { grouped } from '#web/parts/list/counts.ts';
import { LowestPrice } from '#web/parts/lowest-price.tsx';
import { lowestPriceInWords } from '#web/parts/quantities.ts';

/** A piece of a line: the part, how many pieces, and what one of so many costs in dollars. */
interface Priced {
  readonly part: Part;
  readonly quantity: number | null;
  readonly price: number;
}

/** What a piece costs at this quantity, from which one on it does, and what it costs whoever orders most. */
export function LinePrice({ part, quantity, price }: Priced) {
  const reached = reachedBreak(part, quantity);
  return (
    <>
      {formatDollars(price)}
      {reached !== undefined && (
        <span className="text-success block text-xs font-semibold">{`from ${reached.from}`}</span>
      )}
      {reached !== part.priceBreaks.at(-1) && <LowestPrice part={part} className="text-xs!" />}
    </>
  );
}

/** The same in one sentence, with the stock: for a small window, where a line has no columns. */
export function linePriceInWords({ part, quantity, price }: Priced): string {
  const reached = reachedBreak(part, quantity);
  const own = `${formatDollars(price)} each${reached ? ` from ${reached.from}` : ''}`;
  const lowest = reached === part.priceBreaks.at(-1) ? undefined : lowestPriceInWords(part);
  return [own, lowest, `${grouped(part.inStock)} in stock`].filter(Boolean).join(' · ');
}

function reachedBreak({ priceBreaks }: Part, quantity: number | null) {
  return priceBreaks.findLast(({ from }) => from <= (quantity ?? 0));
}
