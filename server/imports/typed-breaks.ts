import { mostOfAPart } from '#contract/part-list-rules.ts';
import { parseDecimal, type DecimalStyle } from '#server/imports/files/decimals.ts';

/** The prices of a cell such as '500: 1.10; 1000: 0.95', as a form would send them; what is no number is empty. */
export function typedBreaks(text: string, decimal: DecimalStyle | undefined) {
  return text
    .split(/[;|\n]/, 2 * mostOfAPart.priceBreaks)
    .filter((one) => one.trim() !== '')
    .map((one) => {
      const [from = '', price = ''] = one.split(':', 2);
      return { from: figure(from, decimal, 0), price: figure(price, decimal, 2) };
    });
}

function figure(text: string, decimal: DecimalStyle | undefined, places: number): string {
  const parsed = parseDecimal(text.trim(), decimal, places);
  return 'decimal' in parsed ? parsed.decimal : '';
}
