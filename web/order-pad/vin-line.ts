import type { WrittenLine } from '#contract/list-lines.ts';
import { vinAmong } from '#contract/vin-rules.ts';

/** What is said where somebody enters a VIN in place of a part's number. */
export const vinRefused =
  'A VIN is not the number of a part, and was not kept. Enter it at “Your vehicle”.';

/** Whether a line has a VIN for its number, also one with a slip: it is neither asked about nor kept. The name of a part is none. */
export function hasVin({ number, productId }: Pick<WrittenLine, 'number' | 'productId'>): boolean {
  return productId === undefined && vinAmong(number) !== undefined;
}
