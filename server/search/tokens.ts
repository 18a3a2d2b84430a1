import { fold, singular, wordsOf } from './fold.ts';
import { indexOfRun, type Vocabulary } from './vocabulary.ts';
import { counted, units } from './word-lists.ts';

/** A word of a search, and what it was taken for. */
export interface Token {
  readonly text: string;
  readonly use?: 'vehicle' | 'year' | 'engine' | 'brand' | 'filler' | 'number';
  /** A name as it is typed, never another word: the 'Reilly' of O'Reilly. */
  readonly isName?: true;
}

/** Width, ratio and rim of a tyre: '205/55 R16'. */
const tyreSize = /\b(\d{3})\s*[/ -]\s*(\d{2})\s*[/ -]?\s*z?r?\s*(\d{2})\b/i;

/** A model year without its century: '15 with an apostrophe, 07 with its nought. */
const shortYear = /(?<![\w.,/-])(?:['’](?=\d\d)|(?=0\d))(\d\d)(?![\w.,/-])/g;

/** A name behind a letter with an apostrophe. */
const nameBehindLetter = /(?<![\p{L}\p{N}])\p{L}['’](\p{L}{2,})/gu;

/** The words of a search, units parted from their figures, with the synonyms of admins put in. */
export function tokensOf(vocabulary: Vocabulary, q: string): Token[] {
  const spelledOut = q
    .replace(tyreSize, ' $1 mm $2 percent $3 in ')
    .replaceAll(
      shortYear,
      (_, figures: string) => ` ${Number(figures) > 40 ? '19' : '20'}${figures} `,
    );
  const words = wordsOf(spelledOut).flatMap(partUnit);
  const names = new Set([...q.matchAll(nameBehindLetter)].map(([, name = '']) => fold(name)));
  return withSynonyms(vocabulary, words).map((text) =>
    names.has(text) ? { text, isName: true } : { text },
  );
}

/** '312mm' is two words, '5w' of an oil and 'm14' of a thread are one or stay together by their neighbours. */
export function partUnit(word: string): string[] {
  const [, figures, letters] = /^(\d+(?:[.,]\d+)?)([a-z]+)$/.exec(word) ?? [];
  if (figures === undefined || letters === undefined) return [word];
  return units.has(letters) || counted.has(letters) ? [figures, letters] : [word];
}

function withSynonyms({ synonyms }: Vocabulary, words: readonly string[]): readonly string[] {
  let known = words.map(singular);
  let written = words;
  for (const { word, means } of synonyms) {
    const at = word.length === 0 ? -1 : indexOfRun(known, word);
    if (at < 0) continue;
    written = [...written.slice(0, at), ...means, ...written.slice(at + word.length)];
    known = written.map(singular);
  }
  return written;
}

/** The same tokens, of which some from here on have this use. */
export function marked(
  tokens: readonly Token[],
  at: number,
  length: number,
  use: NonNullable<Token['use']>,
): Token[] {
  return tokens.map((token, index) =>
    index >= at && index < at + length ? { ...token, use } : token,
  );
}

/** Whether this is what a figure is of, such as 'mm' or 'pins'. */
export function isUnit(token: Token | undefined): token is Token {
  return token !== undefined && (units.has(token.text) || counted.has(token.text));
}

/** Words of the longest names, such as 'Grand Cherokee L' and 'Mercedes Benz GLC Class'. */
export const longestName = 4;

/** Neighbours, written together. */
export interface Run {
  readonly key: string;
  readonly at: number;
  readonly length: number;
}

/** Runs of up to `longest` neighbours that have no use yet, longest first, written together. */
export function runsOf(tokens: readonly Token[], longest: number): Run[] {
  const runs: Run[] = [];
  for (let length = longest; length >= 1; length -= 1)
    for (let at = 0; at + length <= tokens.length; at += 1) {
      const run = tokens.slice(at, at + length);
      if (run.every(({ use }) => use === undefined))
        runs.push({ key: run.map(({ text }) => text).join(''), at, length });
    }
  return runs;
}
