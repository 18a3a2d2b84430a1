import { sql } from 'kysely';
import type { SearchQuery } from '#contract/search.ts';
import type { Database } from '#server/shop.ts';
import { attemptsFor, scoreFor } from './conditions.ts';
import { findNearNumbers, findNumbers, isNumberAlone, type FoundNumbers } from './find-numbers.ts';
import { onShelf, pageOfShelf, type Finding, type Shelf, type Sifting } from './found-store.ts';
import { all } from './own-words.ts';
import type { Reading } from './understand.ts';
import { boundTo, columnConditions, indexConditions, isSpan, rowConditions } from './wanted.ts';

/** How to look for parts: by what, and how well each agrees. */
export interface Way extends Pick<Finding, 'filters' | 'score'> {
  /** Undefined without words: then it is all parts. */
  readonly source: Finding['source'] | undefined;
  readonly ignored: readonly string[];
  readonly numbers: FoundNumbers | undefined;
}

export const everything: Way = {
  source: undefined,
  filters: [],
  score: sql`0`,
  ignored: [],
  numbers: undefined,
};

/** A search's numbers that are nearly what was typed; looked for once, and only when somebody asks. */
export type NearNumbers = () => Promise<FoundNumbers | undefined>;

export function nearNumbersOf(db: Database, reading: Reading | undefined): NearNumbers {
  let near: ReturnType<NearNumbers> | undefined;
  return () => (near ??= reading ? findNearNumbers(db, reading) : Promise.resolve(undefined));
}

/** The ways to look, one after the other until one finds something. */
export async function* waysOf(
  db: Database,
  reading: Reading | undefined,
  nearNumbers: NearNumbers,
): AsyncGenerator<Way> {
  if (reading === undefined) {
    yield everything;
    return;
  }
  const numbers = await findNumbers(db, reading);
  if (numbers) yield byNumbers(numbers);
  yield* byWords(reading);
  const near = numbers ? undefined : await nearNumbers();
  if (near) yield byNumbers(near);
}

/** By words; by none when it is a number: words that begin as it does would lead to quite other parts. */
export function byWords(reading: Reading): Way[] {
  if (isNumberAlone(reading)) return [];
  const score = scoreFor(reading);
  return attemptsFor(reading).map(({ source, filters, ignored }) => ({
    source,
    filters,
    score,
    ignored,
    numbers: undefined,
  }));
}

function byNumbers(numbers: FoundNumbers): Way {
  const ids = numbers.rows.map(({ partId }) => partId);
  const score = sql`-array_position(${ids}::uuid[], id)`;
  return { source: sql`id = any (${ids}::uuid[])`, filters: [], score, ignored: [], numbers };
}

/** A way with the filters of the query. */
export function narrowed(way: Way, query: SearchQuery): Sifting & Pick<Finding, 'score'> {
  const { score, source } = way;
  const { make, model, year, category, type, brand, a = [] } = query;
  // A vehicle alone needs no words: the index of fitments knows it, also of parts whose words are not written yet.
  if (source === undefined && make && !category && !type && !brand && a.length === 0)
    return {
      source: boundTo({ make, model: model || null, year: year ?? null }),
      filters: columnConditions({ ...query, make: undefined }),
      score,
    };
  const shelf = source === undefined ? shelfOf(query) : undefined;
  if (shelf) return { source: onShelf(shelf.its), filters: rowConditions(query), score };
  const chosen = indexConditions(query);
  const sources = [
    ...(source === undefined ? [] : [source]),
    ...(chosen.length === 0 ? [] : [sql`search @@ ${all(chosen)}`]),
  ];
  const filters = [...way.filters, ...rowConditions(query)];
  return { source: sql.join(sources, sql` and `), filters, score };
}

/** The page of a shelf, newest first: its index has it, however far it is. */
export function shelfPage(
  way: Way,
  query: SearchQuery,
  page: Pick<Finding, 'sort' | 'limit' | 'offset'>,
): Finding['page'] {
  if (way.source !== undefined || page.sort !== 'newest' || rowConditions(query).length > 0)
    return undefined;
  const shelf = shelfOf(query);
  return shelf && pageOfShelf(shelf.its, page);
}

/** The one shelf that the query looks at, undefined for that of all parts; nothing when indexes of words, vehicles or values have to say. */
function shelfOf(query: SearchQuery): { its: Shelf | undefined } | undefined {
  const { category, type, brand, make, a = [] } = query;
  if (make || a.some((one) => !isSpan(one))) return undefined;
  if (brand && (category || type)) return undefined;
  if (brand) return { its: { column: 'brand', value: brand } };
  if (type) return { its: { column: 'type_id', value: type, category } };
  return { its: category ? { column: 'category_id', value: category } : undefined };
}
