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
import { hasUnknownOnly } from './conditions.ts';
import { allCounts, type Counts } from './counts.ts';
import type { FoundNumbers } from './find-numbers.ts';
import { isAnyCutOff, type Found, type FoundRow } from './found-answer.ts';
import { orAsChosen, withMore, type FoundBy } from './found-by.ts';
import { allCounted, findAmong, type Finding } from './found-store.ts';
import { withKeptCounts } from './kept-counts.ts';
import { vocabularyOf } from './kept-vocabulary.ts';
import { textsOfStems } from './lexicon-store.ts';
import { narrowed, wholeShelf } from './narrowed.ts';
import { understand, type Reading } from './understand.ts';
import { asChosen } from './vehicle-alone.ts';
import { wantedOf, type Wanted } from './vehicle-wanted.ts';
import type { Vocabulary } from './vocabulary.ts';
import { pagesFittingFirst, pagesOf, type Page } from './pages.ts';
import { chosenFacets, withoutFacet } from './wanted.ts';
import {
  byWords,
  everything,
  everythingOtherwise,
  firstLook,
  nearNumbersOf,
  waysOf,
  type NearNumbers,
  type Way,
  type WayToTry,
} from './ways.ts';

/** A page of found parts, what was found in all, and why. */
export interface PartsFound {
  readonly rows: readonly FoundRow[];
  readonly hasNext: boolean;
  readonly sort: SearchSort;
  readonly found: Found;
  /** How many of them are of the vehicle's list, `mostCounted + 1` at most; null without a vehicle. */
  readonly fitting: number | null;
  readonly reading: Reading | undefined;
  readonly ignored: readonly string[];
  readonly numbers: FoundNumbers | undefined;
  readonly nearNumbers: NearNumbers;
}

/** Which of the found parts to answer. */
type Rows = Pick<Page, 'limit' | 'offset'>;

function pageWanted({ page = 1, limit = searchPageLength }: SearchQuery): Rows {
  return { limit, offset: (page - 1) * limit };
}

/** Which parts to answer, and what to count of those that are found: by default all that facets need, also without each chosen one. */
interface Asked {
  readonly rows?: Rows;
  readonly counts?: readonly (keyof Counts)[] | undefined;
  /** Whether the last word may be unfinished. */
  readonly isTyping?: boolean;
  readonly withFits?: boolean | undefined;
}

/** Finds parts by words, or numbers, and filters. Bounded: a search looks at some thousand rows at most. */
export async function findParts(
  db: Database,
  query: SearchQuery,
  { rows = pageWanted(query), isTyping = false, ...asked }: Asked = {},
): Promise<PartsFound> {
  const reading = await readingOf(db, query, isTyping);
  const vocabulary = await vocabularyOf(db);
  const wanted = await wantedOf(db, query, vocabulary);
  const { sort = reading ? 'relevance' : 'newest' } = query;
  const { limit, offset } = rows;
  const order = sort === 'relevance' && !reading ? 'newest' : sort;
  const page = { sort: order, limit: limit + 1, offset };
  const nearNumbers = nearNumbersOf(db, reading);
  const isFittingFirst = query.fit === 'first' && wanted.vehicle !== undefined;
  const listed = isFittingFirst ? { ...wanted, vehicle: undefined } : wanted;
  const finding = (its: Way, counts = asked.counts): Finding => {
    const list = findingOf(its, listed, { page, counts, withFits: asked.withFits });
    if (!isFittingFirst) return list;
    const mayBeCutOff = list.isCutOff !== undefined;
    const pages = pagesFittingFirst(its, listed, { ...page, mayBeCutOff });
    return { ...list, first: narrowed(its, wanted), pages };
  };
  const countAnew = async (): Promise<FoundBy> => {
    if (!reading) return everythingWanted(db, wanted, finding);
    // The parts of a vehicle are fewer than the places of a common word.
    const veryCommon = wanted.vehicle ? [] : await veryCommonIn(db, reading, vocabulary);
    const look = await firstLook(db, { reading, veryCommon }, finding);
    const its = await firstThatFinds(db, waysOf(look, nearNumbers), finding);
    const chosen = its.found.isCutOff ? asChosen(query, reading) : undefined;
    if (!chosen) return its;
    const vehicle = await wantedOf(db, chosen, vocabulary);
    return orAsChosen(
      its,
      await everythingWanted(db, vehicle, (way) =>
        findingOf({ ...way, score: its.way.score }, vehicle, { page, ...asked }),
      ),
    );
  };
  // Words are looked for by one way after the other, and a stricter one may find something by now.
  const mayBeKept = !reading && asked.counts === undefined;
  const { way, found } = mayBeKept
    ? await withKeptCounts({ vocabulary, query }, countAnew, async (its) =>
        findAmong(db, finding(its, [])),
      )
    : await countAnew();
  return {
    rows: found.rows.slice(0, limit),
    hasNext: found.rows.length > limit,
    sort: order,
    found,
    fitting: isFittingFirst ? found.first : listed.vehicle ? found.count : null,
    reading,
    ignored: way.ignored,
    numbers: way.numbers,
    nearNumbers,
  };
}

/** What to find by this way. */
function findingOf(
  way: Way,
  query: Wanted,
  { page, counts, withFits }: Pick<Asked, 'counts' | 'withFits'> & { readonly page: Page },
): Finding {
  const facets = counts ? [] : chosenFacets(query);
  const isPageAll = counts?.length === 0 && wholeShelf(way, query, page.sort) !== undefined;
  const list = narrowed(way, query);
  const finding = {
    ...list,
    ...page,
    pages: pagesOf(way, query, { ...page, mayBeCutOff: list.isCutOff !== undefined }),
    most: isPageAll ? 1 : allCounted,
    counts: counts ?? allCounts,
    countsOthersIfFound: false,
    others: new Map(facets.map((facet) => [facet, narrowed(way, withoutFacet(query, facet))])),
    withFits,
  };
  return withSharedRows(finding);
}

/** The facet of prices counts what the list finds without the chosen prices, which are no words: their index is asked once for both. */
function withSharedRows(finding: Finding): Finding {
  const { among, shared, others } = finding;
  const price = others.get('price');
  if (!price || !shared) return finding;
  return {
    ...finding,
    others: new Map(others).set('price', { ...price, among, shared: undefined }),
  };
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

/** Letters that a word and its stem have in common, mostly; others take longer. */
const stemLetters = 3;

/** The unknown words that are very common, if that can matter. The database is asked only where all of them may be: hardly ever. */
async function veryCommonIn(
  db: Database,
  reading: Reading,
  { veryCommonStems }: Pick<Vocabulary, 'veryCommonStems'>,
): Promise<readonly string[]> {
  const beginnings = new Set(veryCommonStems.map((stem) => stem.slice(0, stemLetters)));
  const mayBe = (word: string) => beginnings.has(word.slice(0, stemLetters));
  const { unknown } = reading;
  return hasUnknownOnly(reading) && unknown.every(mayBe)
    ? textsOfStems(db, unknown, veryCommonStems)
    : [];
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
  const page = { sort: 'relevance', limit, offset: 0 } as const;
  return (await findAmong(db, findingOf(way, {}, { page, counts: [] }))).rows;
}

/** Parts that come first, or that a page was walked to, may not be among those that were looked at for the list. */
function isAnyFound({ count, first, rows }: Found): boolean {
  return count > 0 || first > 0 || rows.length > 0;
}

/** Whether more is found than is counted, in each facet without its choice, too. */
function isFull({ count, others }: Found): boolean {
  const counts = [count, ...Object.values(others).map((other) => other.count)];
  return counts.every((one) => one > mostCounted);
}

/**
 * All parts that the query leaves, which may be those of a vehicle. Where not all that should be were looked at, they are looked for otherwise, too: of parts that
 * came a moment ago the words may not be written yet, and of a model with many parts those of the year may not be among the first.
 */
async function everythingWanted(
  db: Database,
  { vehicle }: Wanted,
  finding: (way: Way) => Finding,
): Promise<FoundBy> {
  const asked = finding(everything);
  const its = { way: everything, found: await findAmong(db, asked) };
  // Other parts than those of a vehicle are looked for in one way.
  const isOfVehicleCutOff = asked.first ? its.found.isFirstCutOff : isAnyCutOff(its.found);
  if (!vehicle || !isOfVehicleCutOff) return its;
  const way = everythingOtherwise;
  return withMore(its, { way, found: await findAmong(db, finding(way)) });
}

/** What the first of these ways finds that finds anything, else what the first found. */
async function firstThatFinds(
  db: Database,
  ways: AsyncIterable<WayToTry> | Iterable<WayToTry>,
  finding: (way: Way) => Finding,
): Promise<FoundBy> {
  let last: FoundBy | undefined;
  for await (const { way, found: known } of ways) {
    const its = { ...finding(way), countsOthersIfFound: last !== undefined };
    const found = known ?? (await findAmong(db, its));
    if (way.mustFill ? isFull(found) : isAnyFound(found)) return { way, found };
    if (!way.mustFill) last ??= { way, found };
  }
  // Words that count for nothing, such as 'the', find nothing.
  const nothing: Way = { ...everything, source: sql`false` };
  return last ?? { way: nothing, found: await findAmong(db, finding(nothing)) };
}
