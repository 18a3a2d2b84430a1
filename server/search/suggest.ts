import { nothingSuggested } from '#contract/nothing-searched.ts';
import type { NumberMatch, Suggestions } from '#contract/search.ts';
import type { Database } from '#server/shop.ts';
import type { PartsOfValues } from './counts.ts';
import { countedOrMore } from './facets.ts';
import { findParts } from './find-parts.ts';
import { keyOf, wordsOf } from './fold.ts';
import { vocabularyOf } from './kept-vocabulary.ts';
import type { NumberRow } from './numbers-store.ts';
import { matchOf, showFound } from './show-found.ts';
import { understoodOf } from './understand.ts';
import type { Vocabulary } from './vocabulary.ts';

const mostParts = 5;
const mostNames = 5;
const mostNumbers = 4;

/** What somebody may mean who has typed this much. */
export async function suggest(db: Database, typed: string): Promise<Suggestions> {
  const vocabulary = await vocabularyOf(db);
  const { rows, found, reading, ignored, numbers } = await findParts(
    db,
    { q: typed, limit: mostParts },
    { counts: ['categories', 'types', 'brands'], isTyping: !/\s$/.test(typed) },
  );
  if (!reading) return nothingSuggested;
  const parts = showFound(rows, numbers);
  return {
    parts: parts.map(({ _id, name, partNumber, brand, image, imageAlt, price, match }) => ({
      _id,
      name,
      partNumber,
      brand,
      image,
      imageAlt,
      price,
      ...(match ? { match } : {}),
    })),
    categories: named([...vocabulary.categories.values()], found.categories),
    types: named(vocabulary.types, found.types).map((one) => ({
      ...one,
      category: vocabulary.types.find(({ id }) => id === one.id)?.categoryName ?? '',
    })),
    brands: brandsLike(vocabulary, typed, found.brands),
    numbers: differentNumbers(numbers?.rows ?? []),
    total: countedOrMore(found.count, found.isCutOff),
    understood: understoodOf(reading, { number: numbers?.number ?? null, ignored }),
  };
}

/** Several parts may have the same number, which leads to all of them. */
function differentNumbers(rows: readonly NumberRow[]): NumberMatch[] {
  const byNumber = new Map<string, NumberMatch>();
  for (const row of rows) if (!byNumber.has(row.number)) byNumber.set(row.number, matchOf(row));
  return [...byNumber.values()].slice(0, mostNumbers);
}

/** Those of most found parts first. */
function named(
  known: readonly { readonly id: string; readonly name: string }[],
  counts: PartsOfValues,
) {
  return known
    .flatMap(({ id, name }) => {
      const parts = counts.get(id);
      return parts === undefined ? [] : [{ id, name, parts }];
    })
    .toSorted((one, other) => other.parts - one.parts)
    .slice(0, mostNames);
}

/** Brands that begin with the last word, and then those of most found parts. */
function brandsLike(
  { brands }: Vocabulary,
  typed: string,
  counts: PartsOfValues,
): { name: string }[] {
  const last = keyOf(wordsOf(typed).at(-1) ?? '');
  const begun =
    last.length < 2
      ? []
      : [...brands].flatMap(([key, name]) => (key.startsWith(last) ? [name] : []));
  const found = [...counts].toSorted(([, one], [, other]) => other - one).map(([name]) => name);
  return [...new Set([...begun.slice(0, mostNames), ...found])]
    .slice(0, mostNames)
    .map((name) => ({ name }));
}
