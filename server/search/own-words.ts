import { sql, type RawBuilder } from 'kysely';

/**
 * Words of the shop's own in a part's `search` column (`server/db/search-words.ts` writes them): its type, category, brand, attributes, vehicles and
 * the runs of its numbers, so that one index finds parts by any of these together. They contain a blank, as no word of a text does.
 */
export const ownWords = {
  type: (id: string) => `type ${id}`,
  noType: 'type ',
  category: (id: string) => `category ${id}`,
  brand: (name: string) => `brand ${name}`,
  attribute: (key: string, value: string) => `is ${key} ${value.toLowerCase()}`,
  vehicle: (make: string, model: string | null) =>
    `fits ${make.toLowerCase()}${model === null ? '' : ` ${model.toLowerCase()}`}`,
  anyVehicle: 'fits any',
  noVehicle: 'fits unknown',
  /** The runs of three of a number key, in which letters that are read as figures are figures. */
  numberRuns: (key: string) => {
    const figures = asFigures(key);
    return Array.from(
      { length: Math.max(0, figures.length - 2) },
      (_, at) => `number ${figures.slice(at, at + 3)}`,
    );
  },
};

/** Runs that tell a number from others well enough to find it by them. */
const enoughRuns = 3;

/**
 * The words of a number's runs by which numbers that have it in them are looked for: those with two figures, where these are enough. Letters are much the same in
 * all numbers of a maker, and the places of a word that nearly all parts have take an index long.
 */
export function tellingRuns(key: string): string[] {
  const runs = ownWords.numberRuns(key);
  const telling = runs.filter((run) => run.replaceAll(/\D/g, '').length >= 2);
  return telling.length >= enoughRuns ? telling : runs;
}

/** A number key in which O and I are the figures they look like. */
export function asFigures(key: string): string {
  return key.replaceAll('O', '0').replaceAll('I', '1');
}

/** What a part's `search` must match: the text of a tsquery, or SQL of one where the database takes words of texts apart. */
export type Condition = string | RawBuilder<unknown>;

/** One of the shop's own words. */
export function oneWord(word: string): Condition {
  return quotedWord(word);
}

/** One word as the text of a tsquery has it. */
export function quotedWord(word: string): string {
  return `'${word.replaceAll(/['\\]/g, '$&$&')}'`;
}

/** Words as they stand in the texts of parts, in any order; with `anywhere` any one of them is enough. German ones, too. */
export function textWords(text: string): Condition {
  return sql`(plainto_tsquery('english', ${text}) || plainto_tsquery('german', ${text}))`;
}

/**
 * Parts that match, always by the index. The planner takes what holds for every id for something rare; without that it would, for common words,
 * read the table until it has met enough, and if these stand at its end, as the last import's do, that is the whole table.
 */
export function matching(condition: Condition): RawBuilder<unknown> {
  return sql`${matches(condition)} and length(id::text) = 36`;
}

/** Whether a part matches. */
export function matches(condition: Condition): RawBuilder<boolean> {
  return sql`search @@ ${queryOf(condition)}`;
}

/** All of these. */
export function all(conditions: readonly Condition[]): Condition {
  return joined(conditions, '&');
}

/** Any of these. */
export function any(conditions: readonly Condition[]): Condition {
  return joined(conditions, '|');
}

/** Texts become one text, so that a statement looks the same however many words it has. */
function joined(conditions: readonly Condition[], sign: '&' | '|'): Condition {
  const texts = conditions.filter((one) => typeof one === 'string');
  const text = `(${texts.join(` ${sign} `)})`;
  if (texts.length === conditions.length) return text;
  const others = conditions.filter((one) => typeof one !== 'string');
  const queries = [...(texts.length === 0 ? [] : [queryOf(text)]), ...others];
  return sql`(${sql.join(queries, sql.raw(` ${sign}${sign} `))})`;
}

function queryOf(condition: Condition): RawBuilder<unknown> {
  return typeof condition === 'string' ? sql`${condition}::tsquery` : condition;
}

/** All of these words, or words that begin like them. */
export function prefixWords(words: readonly string[]): Condition {
  return all(
    words.map((word) => any([textWords(word), ...(isOwnWord(word) ? [] : [beginning(word)])])),
  );
}

/** Words of parts that begin like this. */
function beginning(word: string): Condition {
  return `${quotedWord(word)}:*`;
}

/** Whether the shop's own words begin like this, which would be all parts. */
function isOwnWord(word: string): boolean {
  return ['type', 'category', 'brand', 'is', 'fits', 'number'].some((own) => own.startsWith(word));
}
