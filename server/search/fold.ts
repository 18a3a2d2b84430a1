import { barredLetters, diameterSigns } from '#server/db/search-words.ts';

const barred = new RegExp(`[${barredLetters.from}]`, 'gu');
const signs = new RegExp(diameterSigns, 'gu');
const typedAs = new Map(
  [...barredLetters.from].map((letter, at) => [letter, barredLetters.to.charAt(at)]),
);

/** A text as the search compares it: small letters without accents, one spelling of umlauts, no sign for a diameter. */
export function fold(text: string): string {
  return text
    .replaceAll(signs, ' ')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(barred, (letter) => typedAs.get(letter) ?? letter)
    .toLowerCase()
    .replaceAll('ß', 'ss');
}

/** The most words of a text that count: a search of a hundred characters has no more than fifty. */
const mostWords = 50;

/** The words of a text, folded; a decimal number is one word. */
export function wordsOf(text: string): string[] {
  const words = fold(text).match(/\d+[.,]\d+(?=\p{L}*(?![\p{L}\p{N}.,]))|[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(0, mostWords);
}

/** Letters and digits alone: by these makes, models, brands and values are compared. */
export function keyOf(text: string): string {
  return fold(text).replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** Umlauts in the spelling of `fold` for those of keyboards without them: ae, oe, ue. */
export function withoutUmlauts(word: string): string {
  return word.replaceAll(/([aou])e/g, '$1');
}

const plurals: readonly (readonly [RegExp, string])[] = [
  [/ies$/, 'y'],
  [/(ss|x|ch|sh)es$/, '$1'],
  [/([^sui])s$/, '$1'],
];

/** An English word in the singular. Short ones and those with figures stay as they are. */
export function singular(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  const [ending, put] = plurals.find(([pattern]) => pattern.test(word)) ?? [];
  return ending === undefined || put === undefined ? word : word.replace(ending, put);
}

/** German words as they may stand in the list: without the ending of a plural or a case, or with one. */
export function germanForms(word: string): string[] {
  if (word.length < 6) return [];
  const bare = ['en', 'es', 'er', 'n', 'e', 's']
    .filter((ending) => word.endsWith(ending))
    .map((ending) => word.slice(0, -ending.length));
  return [...bare, ...bare.map((stem) => `${stem}e`), `${word}e`, `${word}n`, `${word}en`];
}
