import { sql } from 'kysely';
import {
  mostCounted,
  searchPageLength,
  type SearchQuery,
  type SearchSort,
} from '#contract/search.ts';
import type { WholePartRow } from '#server/parts/part-row.ts';
import type { Database } from '#server/shop.ts';
import { vehiclesOf } from '#server/vehicles/kept-vehicles.ts';
import { findNumbers, type FoundNumbers } from './find-numbers.ts';
import { findFittingFirst } from './fitting-first.ts';
import {
  countEach,
  countFirst,
  findAmong,
  type Counts,
  type Finding,
  type Found,
  type Sifting,
} from './found-store.ts';
import { vocabularyOf } from './kept-vocabulary.ts';
import { understand, type Reading } from './understand.ts';
import { wantedOf, type Wanted } from './vehicle-wanted.ts';
import { chosenFacets, columnConditions, withoutFacet, type FacetName } from './wanted.ts';
import {
  byWords,
  everything,
  narrowed,
  commonShelf,
  nearNumbersOf,
  shelfPage,
  waysOf,
  type NearNumbers,
  type Way,
} from './ways.ts';
import { walk } from './walk-parts.ts';

/** A page of found parts, what was found in all, and why. */
export interface PartsFound {
  readonly rows: readonly WholePartRow[];
  readonly hasNext: boolean;
  readonly sort: SearchSort;
  readonly found: Found;
  /** How many of them are of the vehicle's list, `mostCounted + 1` at most; null without a vehicle. */
  readonly fitting: number | null;
  /** For each facet of which something is chosen, what there is without that choice. */
  readonly others: ReadonlyMap<FacetName, Partial<Counts>>;
  readonly reading: Reading | undefined;
  readonly ignored: readonly string[];
  readonly numbers: FoundNumbers | undefined;
  readonly nearNumbers: NearNumbers;
}

/** Which of the found parts to answer. */
type Rows = Pick<Finding, 'limit' | 'offset'>;

function pageWanted({ page = 1, limit = searchPageLength }: SearchQuery): Rows {
  return { limit, offset: (page - 1) * limit };
}

/** Which parts to answer, and what to count of those that are found: by default all that facets need, also without each chosen one. */
interface Asked {
  readonly rows?: Rows;
  readonly counts?: readonly (keyof Counts)[];
  /** Whether the last word may be unfinished. */
  readonly isTyping?: boolean;
}

/** Finds parts by words, or numbers, and filters. Bounded: a search looks at some thousand rows at most. */
export async function findParts(
  db: Database,
  query: SearchQuery,
  { rows = pageWanted(query), counts, isTyping = false }: Asked = {},
): Promise<PartsFound> {
  const reading = await readingOf(db, query, isTyping);
  const { types } = await vocabularyOf(db);
  const wanted = await wantedOf(db, query, types);
  const { sort = reading ? 'relevance' : 'newest' } = query;
  const { limit, offset } = rows;
  const order = sort === 'relevance' && !reading ? 'newest' : sort;
  const page = { sort: order, limit: limit + 1, offset, ...(counts && { counts }) };
  const nearNumbers = nearNumbersOf(db, reading);
  const ways = waysOf(db, reading, nearNumbers);
  const isFittingFirst = query.fit === 'first' && wanted.vehicle !== undefined;
  const listed = isFittingFirst ? { ...wanted, vehicle: undefined } : wanted;
  const { way, found } = await firstThatFinds(db, listed, ways, isFittingFirst ? none(page) : page);
  const shown = isFittingFirst
    ? await findFittingFirst(db, { way, query: wanted, all: found }, page)
    : {
        rows: await pageOf(db, wanted, found, { ...way, ...page }),
        fitting: wanted.vehicle ? found.count : null,
      };
  const facets = counts ? [] : chosenFacets(listed);
  const others = new Map(
    facets.map((facet) => [facet, narrowed(way, withoutFacet(listed, facet))] as const),
  );
  return {
    rows: shown.rows.slice(0, limit),
    hasNext: shown.rows.length > limit,
    sort: order,
    found,
    fitting: shown.fitting,
    others: await countEach(db, others),
    reading,
    ignored: way.ignored,
    numbers: way.numbers,
    nearNumbers,
  };
}

/** No rows: what was found is only counted. */
function none(page: Page): Page {
  return { ...page, limit: 0, offset: 0 };
}

async function readingOf(
  db: Database,
  { q = '', exact }: SearchQuery,
  isTyping: boolean,
): Promise<Reading | undefined> {
  const typed = q.trim();
  const [vocabulary, vehicles] = await Promise.all([vocabularyOf(db), vehiclesOf(db)]);
  const words =
    exact === 'yes' ? { ...vocabulary, correctable: [], corrected: new Map() } : vocabulary;
  return typed === '' ? undefined : understand(words, typed, { isTyping, vehicles });
}

/** How many parts each of these texts finds, `most` at most: by numbers, else by words. */
export async function countEachText(
  db: Database,
  texts: readonly string[],
  most: number,
): Promise<readonly number[]> {
  const [vocabulary, vehicles] = await Promise.all([vocabularyOf(db), vehiclesOf(db)]);
  const known: (number | undefined)[] = [];
  const ways: Sifting[][] = [];
  for (const text of texts) {
    const reading = understand(vocabulary, text, { vehicles });
    const numbers = await findNumbers(db, reading);
    known.push(numbers?.rows.length);
    ways.push(numbers ? [] : byWords(reading).map((way) => narrowed(way, {})));
  }
  const counted = await countFirst(db, ways, most);
  return texts.map((_, at) => known[at] ?? counted[at] ?? 0);
}

/** Parts of the kind that was meant, whatever vehicle, brand or value was wanted. */
export async function findOfSameKind(
  db: Database,
  reading: Reading,
  limit: number,
): Promise<readonly WholePartRow[]> {
  const kind = { ...reading, vehicle: null, brand: null, values: [], unknown: [] };
  const [way] = reading.types.length === 0 ? [] : byWords(kind);
  if (!way) return [];
  const { rows } = await findAmong(db, {
    ...narrowed(way, {}),
    sort: 'relevance',
    limit,
    offset: 0,
    counts: [],
  });
  return rows;
}

type Page = Pick<Finding, 'sort' | 'limit' | 'offset' | 'counts'>;

async function firstThatFinds(
  db: Database,
  query: Wanted,
  ways: AsyncIterable<Way>,
  page: Page,
): Promise<{ way: Way; found: Found }> {
  let last: { way: Way; found: Found } | undefined;
  for await (const way of ways) {
    const found = await findAmong(db, {
      ...narrowed(way, query),
      ...page,
      page: page.limit === 0 ? undefined : shelfPage(way, query, page),
    });
    if (found.count > 0) return { way, found };
    last ??= { way, found };
  }
  // Words that count for nothing, such as 'the', find nothing.
  const nothing: Way = { ...everything, source: sql`false` };
  return (
    last ?? { way: nothing, found: await findAmong(db, { ...narrowed(nothing, {}), ...page }) }
  );
}

/**
 * The page, and one part more if there is one. Of no more than `mostCounted` parts they were sorted when they were found; of more, an index
 * has the order, unless they are sorted by how well they agree.
 */
async function pageOf(
  db: Database,
  query: Wanted,
  found: Found,
  wanted: Page & Way,
): Promise<readonly WholePartRow[]> {
  const isSorted = found.count <= mostCounted || wanted.sort === 'relevance';
  if (isSorted || shelfPage(wanted, query, wanted)) return found.rows;
  const ofWords = wanted.source === undefined ? [] : [sql<boolean>`${wanted.source}`];
  const filters = [...ofWords, ...wanted.filters, ...columnConditions(query)];
  const isOfVehicle = query.vehicle !== undefined;
  return (
    (await walk(db, {
      ...wanted,
      filters,
      shelf: commonShelf(query),
      isOfVehicle,
    })) ?? found.rows
  );
}
