import { sql } from 'kysely';
import {
  mostCounted,
  searchPageLength,
  type SearchQuery,
  type SearchSort,
} from '#contract/search.ts';
import type { WholePartRow } from '#server/parts/part-row.ts';
import type { Database } from '#server/shop.ts';
import { attemptsFor, scoreFor } from './conditions.ts';
import { findNearNumbers, findNumbers, isNumberAlone, type FoundNumbers } from './find-numbers.ts';
import {
  countEach,
  findAmong,
  onShelf,
  pageOfShelf,
  walk,
  type Counts,
  type Finding,
  type Found,
  type Shelf,
  type Sifting,
} from './found-store.ts';
import { vocabularyOf } from './kept-vocabulary.ts';
import { all } from './own-words.ts';
import { understand, type Reading } from './understand.ts';
import {
  boundTo,
  chosenFacets,
  columnConditions,
  indexConditions,
  isSpan,
  rowConditions,
  withoutFacet,
  type FacetName,
} from './wanted.ts';

/** A page of found parts, what was found in all, and why. */
export interface PartsFound {
  readonly rows: readonly WholePartRow[];
  readonly hasNext: boolean;
  readonly sort: SearchSort;
  readonly found: Found;
  /** For each facet of which something is chosen, what there is without that choice. */
  readonly others: ReadonlyMap<FacetName, Partial<Counts>>;
  readonly reading: Reading | undefined;
  readonly ignored: readonly string[];
  readonly numbers: FoundNumbers | undefined;
}

/** How to look for parts: by what, and how well each agrees. */
interface Way extends Pick<Finding, 'filters' | 'score'> {
  /** Undefined without words: then it is all parts. */
  readonly source: Finding['source'] | undefined;
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
  const shown = await pageOf(db, query, found, { ...way, ...wanted, reading });
  const siftings = new Map<FacetName, Sifting>();
  if (withFacets)
    for (const facet of chosenFacets(query))
      siftings.set(facet, narrowed(way, withoutFacet(query, facet)));
  return {
    rows: shown.slice(0, limit),
    hasNext: shown.length > limit,
    sort: order,
    found,
    others: await countEach(db, siftings),
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
): Promise<readonly WholePartRow[]> {
  const kind = { ...reading, vehicle: null, brand: null, values: [], unknown: [] };
  const [attempt] = reading.types.length === 0 ? [] : attemptsFor(kind);
  if (!attempt) return [];
  const { source } = attempt;
  const page = { sort: 'relevance' as const, limit, offset: 0 };
  const { rows } = await findAmong(db, { source, filters: [], score: scoreFor(kind), ...page });
  return rows;
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
    const found = await findAmong(db, {
      ...narrowed(way, query),
      ...page,
      page: shelfPage(way, query, page),
    });
    if (found.count > 0) return { way, found };
    last ??= { way, found };
  }
  // Words that count for nothing, such as 'the', find nothing.
  const none: Way & Sifting = { ...everything, source: sql`false` };
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
function narrowed(way: Way, query: SearchQuery): Sifting & Pick<Finding, 'score'> {
  const { score, source } = way;
  const { make, model, year, type, brand, a = [] } = query;
  // A vehicle alone needs no words: the index of fitments knows it, also of parts whose words are not written yet.
  if (source === undefined && make && !type && !brand && a.length === 0)
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
function shelfPage(way: Way, query: SearchQuery, page: Page): Finding['page'] {
  if (way.source !== undefined || page.sort !== 'newest' || rowConditions(query).length > 0)
    return undefined;
  const shelf = shelfOf(query);
  return shelf && pageOfShelf(shelf.its, page);
}

/**
 * The page, and one part more if there is one. Of no more than `mostCounted` parts they were sorted when they were found; of more, an index
 * has the order, unless they are sorted by how well they agree.
 */
async function pageOf(
  db: Database,
  query: SearchQuery,
  found: Found,
  wanted: Page & Way & { readonly reading: Reading | undefined },
): Promise<readonly WholePartRow[]> {
  const isSorted = found.count <= mostCounted || wanted.sort === 'relevance';
  if (isSorted || shelfPage(wanted, query, wanted)) return found.rows;
  const ofWords = wanted.source === undefined ? [] : [sql<boolean>`${wanted.source}`];
  const filters = [...ofWords, ...wanted.filters, ...columnConditions(query)];
  return (await walk(db, { ...wanted, filters })) ?? found.rows;
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
