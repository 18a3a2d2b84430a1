/** The sign before the decimals: '1.234,56' and '1 234,56' have ',', '1,234.56' has '.'. */
export type DecimalStyle = ',' | '.';

/** Why a text is not taken as a number, with the sentence for the person who sent it. */
export const decimalProblems = {
  empty: 'A number is missing.',
  not_a_number: 'This is not a number. Write it like 1234.56.',
  ambiguous:
    'This can mean thousands or decimals. Choose whether the file has a comma or a point before the decimals.',
  other_style: 'This number has another sign before its decimals than the rest of the column.',
  too_precise: 'This number has too many decimals.',
  too_large: 'This number is too large.',
} as const;

export type DecimalResult =
  | { readonly decimal: string }
  | { readonly problem: keyof typeof decimalProblems };

/** Digits that a number can have and still be exact wherever it goes. */
const maxDigits = 15;

/** Groups of three with one sign between all of them, or digits alone; then the decimals. */
const readings: Readonly<Record<DecimalStyle, RegExp>> = {
  ',': /^(?<whole>[1-9]\d{0,2}([.' ])\d{3}(?:\2\d{3})*|\d*)(?:,(?<decimals>\d+))?$/,
  '.': /^(?<whole>[1-9]\d{0,2}([,' ])\d{3}(?:\2\d{3})*|\d*)(?:\.(?<decimals>\d+))?$/,
};

/** A currency's sign, its three letters, or both, such as €, EUR and US$. */
const currency = String.raw`(?:[A-Za-z]{1,3}\p{Sc}|\p{Sc}|[A-Za-z]{3})`;
const written = new RegExp(
  String.raw`^(?<before>[-+]?) ?(?:${currency} ?)?(?<after>[-+]?) ?(?<digits>[\d.,](?:[\d., ']*\d)?) ?${currency}?$`,
  'u',
);

/**
 * The sign before the decimals in a column, by those of its numbers that can be read in one way only. Undefined if none
 * decides it or if they differ: then `parseDecimal` asks about each number that could mean both.
 */
export function decimalStyleOf(samples: Iterable<string>): DecimalStyle | undefined {
  const seen = new Set<DecimalStyle>();
  for (const sample of samples) {
    const possible = stylesOf(numberIn(sample)?.digits ?? '');
    if (possible.length === 1) for (const style of possible) seen.add(style);
  }
  const [style] = seen;
  return seen.size === 1 ? style : undefined;
}

/**
 * A number as people write it, with groups, a currency or a sign, as an exact decimal with so many places: '€ 1.234,5' is
 * '1234.50'. Nothing is rounded and nothing guessed.
 */
export function parseDecimal(
  text: string,
  style: DecimalStyle | undefined,
  places = 2,
): DecimalResult {
  if (text.trim() === '') return { problem: 'empty' };
  const found = numberIn(text);
  const possible = stylesOf(found?.digits ?? '');
  if (found === undefined || possible.length === 0) return { problem: 'not_a_number' };
  if (style !== undefined && !possible.includes(style)) return { problem: 'other_style' };
  if (style === undefined && possible.length > 1 && /[.,]/.test(found.digits))
    return { problem: 'ambiguous' };
  const { whole = '', decimals = '' } =
    readings[style ?? possible[0] ?? '.'].exec(found.digits)?.groups ?? {};
  return exact(found.negative, whole.replaceAll(/\D/g, ''), decimals, places);
}

function exact(negative: boolean, whole: string, decimals: string, places: number): DecimalResult {
  const units = whole.replace(/^0+(?=\d)/, '') || '0';
  const rest = decimals.replace(/(?<!0)0+$/, '');
  if (rest.length > places) return { problem: 'too_precise' };
  if (units.length + places > maxDigits) return { problem: 'too_large' };
  const number = places === 0 ? units : `${units}.${rest.padEnd(places, '0')}`;
  return { decimal: negative && /[1-9]/.test(number) ? `-${number}` : number };
}

interface WrittenNumber {
  readonly negative: boolean;
  readonly digits: string;
}

function numberIn(text: string): WrittenNumber | undefined {
  // Spaces that do not break, true minus signs and apostrophes, as word processors write them.
  const plain = text
    .replaceAll(/[\u00A0\u2007\u2009\u202F]/g, ' ')
    .replaceAll('\u2212', '-')
    .replaceAll('\u2019', "'")
    .trim();
  if (plain.length > 60) return undefined;
  const { before = '', after = '', digits } = written.exec(plain)?.groups ?? {};
  if (digits === undefined || (before !== '' && after !== '')) return undefined;
  return { negative: before + after === '-', digits };
}

function stylesOf(digits: string): DecimalStyle[] {
  return /\d/.test(digits)
    ? ([',', '.'] as const).filter((style) => readings[style].test(digits))
    : [];
}
