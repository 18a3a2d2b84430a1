import type { Part } from '#contract/parts.ts';
import { lowestPriceInWords } from './quantities.ts';

/** What a piece costs whoever orders most, below the price of a part in a list; nothing where every quantity costs the same. */
export function LowestPrice(props: { part: Pick<Part, 'priceBreaks'>; className?: string }) {
  const words = lowestPriceInWords(props.part);
  if (words === undefined) return null;
  return (
    <span className={`quiet block text-sm font-normal tracking-normal ${props.className ?? ''}`}>
      {words}
    </span>
  );
}
