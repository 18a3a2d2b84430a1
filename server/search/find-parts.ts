import { sql, type RawBuilder } from 'kysely';
import {
  mostCounted,
  searchPageLength,
  type SearchQuery,
  type SearchSort,
} from '#contract/search.ts';
import type { Database } from '#server/shop.ts';
import { attemptsFor, scoreFor } from './conditions.ts';
import { findNearNumbers, findNumbers, isNumberAlone, type FoundNumbers } from './find-numbers.ts';
import { findAmong, newestOf, walk, type Finding, type Found } from './found-store.ts';
import { vocabularyOf } from './kept-vocabulary.ts';
import { all } from './own-words.ts';
import { understand, type Reading } from './understand.ts';
import {
  boundTo,
  chosenFacets,
  columnConditions,
  indexConditions,
  rowConditions,
  withoutFacet,
  type FacetName,
} from './wanted.ts';

/** A page of found parts, what was found in all, and why. */
export interface PartsFound {
  readonly ids: readonly string[];
  readonly hasNext: boolean;
  readonly sort: SearchSort;
  readonly found: Found;
  /** For each facet of which something is chosen, what there is without that choice. */
  readonly others: ReadonlyMap<FacetName, Found>;
  readonly reading: Reading | undefined;
  readonly ignored: readonly string[];
  readonly numbers: FoundNumbers | undefined;
}

/** How to look for parts: by what, and how well each agrees. */
interface Way extends Pick<Finding, 'source' | 'filters' | 'score'> {
  readonly ignored: readonly string[];
  readonly numbers: FoundNumbers | undefined;
}

/** Which of the found parts to answer. */
type Rows = Pick<Finding, 'limit' | 'offset'>;

function pageWanted({ page = 1, limit = searchPageLength }: SearchQuery): Rows {
  return { limit, offset: (page - 1) * limit };
}

interface HowToFind {
  readonly withFacets?: boolean;
  /** Whether the last word may be unfinished. */
  readonly isTyping?: boolean;
  /** Default: the page of the query. */
  readonly rows?: Rows;
}

/** Finds parts by words, or numbers, and filters. Bounded: a search looks at some thousand rows at most. */
export async function findParts(
  db: Database,
  query: SearchQuery,
  { withFacets = true, isTyping = false, rows }: HowToFind = {},
): Promise<PartsFound> {
  const typed = query.q?.trim() ?? '';
  const vocabulary = await vocabularyOf(db);
  const words =
    query.exact === 'yes' ? { ...vocabulary, correctable: [], corrected: new Map() } : vocabulary;
  const reading = typed === '' ? undefined : understand(words, typed, { isTyping });
  const { sort = reading ? 'relevance' : 'newest' } = query;
  const { limit, offset } = rows ?? pageWanted(query);
  const order = sort === 'relevance' && !reading ? 'newest' : sort;
  const wanted = { sort: order, limit: limit + 1, offset };
  const { way, found } = await firstThatFinds(db, query, reading, wanted);
  const ids = await pageOf(db, query, found, { ...way, ...wanted, reading });
  const others = new Map<FacetName, Found>();
  if (withFacets)
    for (const facet of chosenFacets(query))
      others.set(
        facet,
        await findAmong(db, {
          ...narrowed(way, withoutFacet(query, facet)),
          sort: order,
          limit: 0,
          offset: 0,
        }),
      );
  return {
    ids: ids.slice(0, limit),
    hasNext: ids.length > limit,
    sort: order,
    found,
    others,
    reading,
    ignored: way.ignored,
    numbers: way.numbers,
  };
}

/** Parts of the kind that was meant, whatever vehicle, brand or value was wanted. */
export async function findOfSameKind(
  db: Database,
  reading: Reading,
  limit: number,
): Promise<readonly string[]> {
  const kind = { ...reading, vehicle: null, brand: null, values: [], unknown: [] };
  const [attempt] = reading.types.length === 0 ? [] : attemptsFor(kind);
  if (!attempt) return [];
  const source = sql`search @@ ${attempt.condition}`;
  const page = { sort: 'relevance' as const, limit, offset: 0 };
  const { ids } = await findAmong(db, { source, filters: [], score: scoreFor(kind), ...page });
  return ids;
}

type Page = Pick<Finding, 'sort' | 'limit' | 'offset'>;

async function firstThatFinds(
  db: Database,
  query: SearchQuery,
  reading: Reading | undefined,
  page: Page,
): Promise<{ way: Way; found: Found }> {
  let last: { way: Way; found: Found } | undefined;
  for await (const way of waysOf(db, reading)) {
    const found = await findAmong(db, { ...narrowed(way, query), ...page });
    if (found.count > 0) return { way, found };
    last ??= { way, found };
  }
  // Words that count for nothing, such as 'the', find nothing.
  const none = { ...everything, source: sql`false` };
  return last ?? { way: none, found: await findAmong(db, { ...none, ...page }) };
}

const everything: Way = {
  source: undefined,
  filters: [],
  score: sql`0`,
  ignored: [],
  numbers: undefined,
};

/** The ways to look, one after the other until one finds something. */
async function* waysOf(db: Database, reading: Reading | undefined): AsyncGenerator<Way> {
  if (reading === undefined) {
    yield everything;
    return;
  }
  const numbers = await findNumbers(db, reading);
  if (numbers) yield byNumbers(numbers);
  // Words that begin as a number does would lead to quite other parts.
  if (!isNumberAlone(reading)) yield* byWords(reading);
  const near = numbers ? undefined : await findNearNumbers(db, reading);
  if (near) yield byNumbers(near);
}

function byWords(reading: Reading): Way[] {
  const score = scoreFor(reading);
  return attemptsFor(reading).map(({ condition, filters, ignored }) => ({
    source: sql`search @@ ${condition}`,
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
function narrowed(way: Way, query: SearchQuery): Pick<Finding, 'source' | 'filters' | 'score'> {
  const { score, source } = way;
  const { make, model, year, type, brand, a = [] } = query;
  // A vehicle alone needs no words: the index of fitments knows it, also of parts whose words are not written yet.
  if (source === undefined && make && !type && !brand && a.length === 0)
    return {
      source: boundTo({ make, model: model || null, year: year ?? null }),
      filters: columnConditions(query),
      score,
    };
  const chosen = indexConditions(query);
  const sources = [
    ...(source === undefined ? [] : [source]),
    ...(chosen.length === 0 ? [] : [sql`search @@ ${all(chosen)}`]),
  ];
  return {
    source: sources.length === 0 ? undefined : sql.join(sources, sql` and `),
    filters: [...way.filters, ...rowConditions(query)],
    score,
  };
}

/**
 * The ids of the page, and one more if there is one. Of no more than `mostCounted` parts they were sorted when they were found; of more, an index
 * has the order, unless they are sorted by how well they agree.
 */
async function pageOf(
  db: Database,
  query: SearchQuery,
  found: Found,
  wanted: Page & Way & { readonly reading: Reading | undefined },
): Promise<readonly string[]> {
  if (found.count <= mostCounted || wanted.sort === 'relevance') return found.ids;
  const only =
    wanted.reading === undefined && wanted.sort === 'newest' ? onlyColumn(query) : undefined;
  if (only) return newestOf(db, only.value, wanted);
  const ofWords: RawBuilder<boolean>[] = wanted.source === undefined ? [] : [sql`${wanted.source}`];
  const filters = [...ofWords, ...wanted.filters, ...columnConditions(query)];
  return (await walk(db, { ...wanted, filters })) ?? found.ids;
}

/** The one column that the query filters by, or none; undefined when it filters by more. */
function onlyColumn(query: SearchQuery) {
  const { category, type, brand } = query;
  if (rowConditions(query).length > 0 || (query.a ?? []).length > 0) return undefined;
  const chosen = [
    { column: 'type_id' as const, value: type },
    // The category of a type says nothing more.
    { column: 'category_id' as const, value: type ? undefined : category },
    { column: 'brand' as const, value: brand },
  ].flatMap(({ column, value }) => (value ? [{ column, value }] : []));
  return chosen.length > 1 ? undefined : { value: chosen[0] };
}
