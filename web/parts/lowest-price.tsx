import type { Part } from '#contract/parts.ts';
import { lowestPriceInWords } from './quantities.ts';

/** What a piece costs whoever orders most, below the price of a part in a list; nothing where every quantity costs the same. */
export function LowestPrice(props: { part: Pick<Part, 'priceBreaks'>; className?: string }) {
  return <LowestPriceWords words={lowestPriceInWords(props.part)} className={props.className} />;
}

export function LowestPriceWords({
  words,
  className = '',
}: {
  words: string | undefined;
  className?: string | undefined;
}) {
  if (words === undefined) return null;
  return (
    <span className={`quiet block text-sm font-normal tracking-normal ${className}`}>{words}</span>
  );
}
