import { minuteMs } from '#contract/durations.ts';
import { mostCounted, type SearchQuery } from '#contract/search.ts';
import type { Found } from './found-answer.ts';
import type { FoundBy } from './found-by.ts';
import type { Vocabulary } from './vocabulary.ts';
import type { Way } from './ways.ts';

interface Kept extends FoundBy {
  readonly until: number;
}

/** Each has some ten kilobytes. */
const most = 200;

/** In a shop of so few parts whoever puts one on sale sees it counted at once. */
const fewParts = 20_000;

/** They are counted anew so seldom that counting takes less than a hundredth of the time, but once a minute. */
const shareOfTime = 100;

/** Of each vocabulary, which knows how many parts there are, and is read anew once a minute. */
const shelves = new WeakMap<Vocabulary, Map<string, Kept>>();

/**
 * What `countAnew` finds of a list without words, or the rows of this page alone with what was counted a moment ago for another page, or another order, of the same list. What was
 * counted is kept of more parts than are counted: it says 'more than', and is of some of them anyway. What is exact is counted for each page.
 */
export async function withKeptCounts(
  { vocabulary, query }: { readonly vocabulary: Vocabulary; readonly query: SearchQuery },
  countAnew: () => Promise<FoundBy>,
  findRows: (way: Way) => Promise<Pick<Found, 'rows'>>,
): Promise<FoundBy> {
  if (vocabulary.parts <= fewParts) return countAnew();
  const shelf = shelves.get(vocabulary) ?? new Map<string, Kept>();
  shelves.set(vocabulary, shelf);
  const name = nameOf(query);
  const begun = performance.now();
  const kept = shelf.get(name);
  if (kept && begun < kept.until) {
    const { rows } = await findRows(kept.way);
    return { way: kept.way, found: { ...kept.found, rows } };
  }
  const { way, found } = await countAnew();
  // The map has them in the order in which they were counted.
  shelf.delete(name);
  if (!isOfMany(query, found)) return { way, found };
  const now = performance.now();
  const until = now + Math.min(minuteMs, (now - begun) * shareOfTime);
  shelf.set(name, { way, found: { ...found, rows: [] }, until });
  const [oldest] = shelf.size > most ? shelf.keys() : [];
  if (oldest !== undefined) shelf.delete(oldest);
  return { way, found };
}

/** Whether the list, and those of it that come first if any do, are more than are counted. */
function isOfMany({ make, fit }: SearchQuery, { count, first }: Found): boolean {
  const isFirstMany = !make || fit !== 'first' || first > mostCounted;
  return count > mostCounted && isFirstMany;
}

/** Which parts it asks for, whatever page of them and in whatever order. */
function nameOf({ page: _page, limit: _limit, sort: _sort, ...which }: SearchQuery): string {
  return JSON.stringify(which);
}
