import { sql, type RawBuilder } from 'kysely';
import { mostCounted, type SearchSort } from '#contract/search.ts';
import { isFoundCutOff, orders, siftedColumns } from './found-store.ts';
import { onShelf, orderOn, type Shelf } from './shelf.ts';

/** Rows of an index that are walked to find a page: among many, a page is near. Of each it takes longer to say whether a vehicle is one of its own. */
export const mostWalked = 5000;
export const mostAsked = 500;
const mostTried = 100;
const fewestNear = 4;

/** In which order to walk which rows: those of a shelf, if all that is wanted stands on one. */
interface Walk {
  readonly sort: SearchSort;
  readonly shelf: Shelf | undefined;
  /** Whether what was found may have been cut off, so that there are parts on the way that are not among it. */
  readonly mayBeCutOff?: boolean | undefined;
}

/** As a column of its own, so that the planner sees that walked rows are in its order and stops with the page: sorting them reads all that may be walked. */
const nameInOrder = sql`lower(name) as name_in_order`;
const byNameInOrder = sql`name_in_order, id`;

/** Whether more is found than is sorted. */
const isMany = sql<boolean>`(select count(*) from found) > ${sql.lit(mostCounted)}`;

/** Those of the first rows in the order of an index that pass all of these filters, where there is more than what is sorted. */
export function idsWalked(
  { sort, shelf, mayBeCutOff = false }: Walk,
  filters: readonly RawBuilder<boolean>[],
  most = mostWalked,
): RawBuilder<unknown> {
  // The order of a shelf's index is that of what is newest on it.
  const [its, order] =
    sort === 'newest'
      ? [onShelf(shelf), orderOn(shelf)]
      : [sql`true order by ${orders[sort]}`, sort === 'name' ? byNameInOrder : orders[sort]];
  const isMore = mayBeCutOff ? sql<boolean>`(${isMany} or ${isFoundCutOff})` : isMany;
  return sql`
    select id from (select ${siftedColumns}, ${nameInOrder} from parts where archived_at is null and ${its} limit ${sql.lit(most)}) as parts
      where ${sql.join([isMore, ...filters], sql` and `)} order by ${order}`;
}

/**
 * Among fewer rows, because a filter takes long to ask. Whether several of the first pass it tells if a page is near, for a tenth of what it costs to walk on
 * in vain: five times as many are a page.
 */
export function idsNear(walk: Walk, filters: readonly RawBuilder<boolean>[]): RawBuilder<unknown> {
  const tried = idsWalked(walk, filters, mostTried);
  const isNear = sql<boolean>`(select true from (${tried} limit 1 offset ${sql.lit(fewestNear - 1)}) its)`;
  return idsWalked(walk, [isNear, ...filters], mostAsked);
}
