import { sql, type RawBuilder } from 'kysely';
import { forAnyValues } from '#server/db/any-values.ts';
import type { WholePartRow } from '#server/parts/part-row.ts';
import type { Database } from '#server/shop.ts';
import { orders, rowsOf, siftedColumns, withTime, type Finding } from './found-store.ts';
import { onShelf, orderOn, type Shelf } from './shelf.ts';

/** Rows of an index that are walked to find a page: among many, a page is near. Of each it takes longer to say whether a vehicle is one of its own. */
export const mostWalked = 5000;
const mostAsked = 500;
const mostTried = 100;

interface Walked extends Omit<Finding, 'among' | 'score'> {
  /** Which rows to walk: those of a shelf, if all that is wanted stands on one. */
  readonly shelf: Shelf | undefined;
  readonly isOfVehicle: boolean;
}

/** The order of an index, of a shelf's for what is newest. */
export function walkOrder({ sort, shelf }: Pick<Walked, 'sort' | 'shelf'>): RawBuilder<unknown> {
  return sort === 'newest' ? orderOn(shelf) : orders[sort];
}

/** The first rows in this order. */
export function rowsWalked(
  { sort, shelf }: Pick<Walked, 'sort' | 'shelf'>,
  most: number,
): RawBuilder<unknown> {
  const its = sort === 'newest' ? onShelf(shelf) : sql`true order by ${orders[sort]}`;
  return sql`select ${siftedColumns} from parts where archived_at is null and ${its} limit ${sql.lit(most)}`;
}

/** A page of parts in the order of an index; undefined when it does not come within the rows that are walked. */
export async function walk(
  db: Database,
  { filters, sort, shelf, limit, offset, isOfVehicle }: Walked,
): Promise<readonly WholePartRow[] | undefined> {
  const most = isOfVehicle ? mostAsked : mostWalked;
  if (offset + limit > most) return undefined;
  const row = { sort, shelf };
  // Whether two of the first are it tells if a page is near, for a fifth of what it costs to walk on in vain.
  const isNear = isOfVehicle
    ? [
        sql`(select true from (${rowsWalked(row, mostTried)}) as parts ${sifted(filters)} offset 1 limit 1)`,
      ]
    : [];
  const page = sql`
    select id from (${rowsWalked(row, most)}) as parts
      ${sifted([...isNear, ...filters])} order by ${walkOrder(row)} limit ${limit} offset ${offset}`;
  const { rows } = await sql<{
    rows: WholePartRow[];
  }>`select ${rowsOf(page)} as rows ${forAnyValues}`.execute(db);
  const its = rows[0]?.rows ?? [];
  return its.length < limit ? undefined : its.map(withTime);
}

function sifted(filters: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return filters.length === 0 ? sql`` : sql`where ${sql.join(filters, sql` and `)}`;
}
