import { formatDollars } from '#contract/money.ts';
import type { PartDetail } from '#contract/parts.ts';
import { lowestPriceInWords } from '#web/parts/quantities.ts';

/** As in '$4.00 per piece, from $3.20'. */
export function priceInWords(part: PartDetail): string {
  return [`${formatDollars(part.price)} per piece`, lowestPriceInWords(part)]
    .filter(Boolean)
    .join(', ');
}
