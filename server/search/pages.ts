import { sql, type RawBuilder } from 'kysely';
import { mostCounted } from '#contract/search.ts';
import { orders, type Finding } from './found-store.ts';
import { commonShelf, wholeShelf } from './narrowed.ts';
import { onShelf, pageOfShelf } from './shelf.ts';
import type { Wanted } from './vehicle-wanted.ts';
import { idsNear, idsWalked, mostAsked, mostWalked } from './walk-parts.ts';
import { columnConditions } from './wanted.ts';
import type { Way } from './ways.ts';

/** Which page of what is found to show. */
export interface Page extends Pick<Finding, 'sort' | 'limit'> {
  readonly offset: number;
  /** Whether what is found may be cut off. A vehicle's parts are looked for in two ways before they are walked to. */
  readonly mayBeCutOff?: boolean | undefined;
}

/**
 * The queries of a page. All of a shelf its index has in order, however far the page is. Else what is found is sorted; of more than that
 * an index has the order, unless they are sorted by how well they agree.
 */
export function pagesOf(way: Way, query: Wanted, page: Page): Finding['pages'] {
  const { sort, limit, offset, mayBeCutOff } = page;
  const shelf = wholeShelf(way, query, sort);
  if (shelf) return [pageOfShelf(shelf.its, page)];
  const cut = (ids: RawBuilder<unknown>) => sql`${ids} limit ${limit} offset ${offset}`;
  const sorted = cut(sql`select id from found order by ${orders[sort]}`);
  const ofVehicle = query.vehicle !== undefined;
  if (sort === 'relevance' || offset + limit > (ofVehicle ? mostAsked : mostWalked))
    return [sorted];
  const walk = { sort, shelf: commonShelf(query) };
  const filters = filtersOf(way, query);
  const near = ofVehicle ? idsNear(walk, filters) : idsWalked({ ...walk, mayBeCutOff }, filters);
  return [cut(near), sorted];
}

/**
 * The queries of a page of a list in which the parts of the vehicle come first, in the list's order, and then all others in the same order. Of more than
 * `mostCounted` parts of the vehicle the further ones stand among the others. The query is that of all parts.
 */
export function pagesFittingFirst(way: Way, query: Wanted, page: Page): Finding['pages'] {
  const { sort, limit, offset, mayBeCutOff } = page;
  const shelf = wholeShelf(way, query, sort);
  if (shelf) return [firstThen(othersOnShelf(onShelf(shelf.its), page), page)];
  const sorted = firstThen(
    sql`select id from found where ${isOther} order by ${orders[sort]}`,
    page,
  );
  if (sort === 'relevance' || offset + limit > mostWalked) return [sorted];
  const filters = [isOther, ...filtersOf(way, query)];
  const walked = idsWalked({ sort, shelf: commonShelf(query), mayBeCutOff }, filters);
  return [firstThen(walked, page), sorted];
}

/** What a part must be that an index of rows gives. */
function filtersOf({ source, filters }: Way, query: Wanted): RawBuilder<boolean>[] {
  const ofWords = source === undefined ? [] : [sql<boolean>`${source}`];
  return [...ofWords, ...filters, ...columnConditions(query)];
}

/** Whether a part is not among those that come first. */
const isOther = sql<boolean>`id not in (select id from first)`;

/** Rows of an index are looked at in steps that are written as figures, by which the planner sees that they are few, and so takes the index. */
const step = 2500;

/** The others of a shelf, in the order of its index. */
function othersOnShelf(shelf: RawBuilder<unknown>, { limit, offset }: Page): RawBuilder<unknown> {
  const most = Math.ceil((limit + offset + mostCounted) / step) * step;
  return sql`
    select id from (select id from parts where archived_at is null and ${shelf} limit ${sql.lit(most)}) its where ${isOther}`;
}

/** The first section of the list, and as much of the others as the page has room for. */
function firstThen(
  others: RawBuilder<unknown>,
  { sort, limit, offset }: Page,
): RawBuilder<unknown> {
  const taken = sql`(select count(*) from first)`;
  return sql`
    (select id from first order by ${orders[sort]} limit ${limit} offset ${offset})
    union all
    (${others} limit greatest(0, ${limit}::bigint - greatest(0, ${taken} - ${offset}::bigint)) offset greatest(0, ${offset}::bigint - ${taken}))`;
}
