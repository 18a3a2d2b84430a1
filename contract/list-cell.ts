import { longestNumber } from './list-limits.ts';

const label = /^\p{L}[\p{L} .]{0,20}[:=]\s*/u;
const unit = /\s*(?:[x×*]|pcs?|pieces?|pice|psc|stk|stck|stück|st|ea|each|units?|szt|шт)\.?$/iu;

/**
 * Pieces that a cell names: '400', '1.000', '1,000', "1'000", '1 000', '400.00', '400 pcs', '400 x',
 * 'x400', 'Menge: 400'. Undefined for anything else: with a leading zero or eight digits it is a number of a
 * part, and with real decimals a price.
 */
export function quantityOf(cell: string): number | undefined {
  const bare = cell
    .replace(label, '')
    .replace(/^[x×*]\s*/iu, '')
    .replace(unit, '');
  const match = /^(0|[1-9]\d{0,6}|[1-9]\d{0,2}([.,' ])\d{3}(?:\2\d{3})?)(?:([.,])0{1,2})?$/.exec(
    bare,
  );
  const [, digits, groups, decimals] = match ?? [];
  if (digits === undefined || (groups && groups === decimals)) return undefined;
  return Number(digits.replaceAll(/\D/g, ''));
}

/** Whether this could be the number of a part: words are no part of one, groups of digits and letters are. */
export function looksLikeNumber(cell: string): boolean {
  return (
    /\d/.test(cell) &&
    cell.length <= longestNumber &&
    !/^\p{Sc}?\s*\d+[.,]\d{1,2}\s*\p{Sc}?$/u.test(cell) &&
    cell.split(' ').every((word) => /\d/.test(word) || word.length <= 3)
  );
}

/** A cell without what spreadsheets put around its text (odd spaces, ="0012", '0012), and without signs that are no text. */
export function cleanCell(cell: string): string {
  const text = cell.replaceAll(/[\s\uFEFF\p{Cc}\p{Cs}]+/gu, ' ').trim();
  return (/^="(.*)"$/.exec(text)?.[1] ?? text).replace(/^'/, '').trim();
}
