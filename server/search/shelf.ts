import { sql, type RawBuilder } from 'kysely';
import { partsWhere, siftedColumns, type Finding } from './found-store.ts';

/** The parts with one value in a column, or all parts; an index has them newest first. */
export interface Shelf {
  readonly column: 'category_id' | 'type_id' | 'brand';
  readonly value: string;
  /** Of a type, if somebody asked for it: another one than the type's leaves nothing. */
  readonly category?: string | undefined;
}

/** The condition and the order of what stands on a shelf. */
export function onShelf(shelf: Shelf | undefined): RawBuilder<unknown> {
  if (!shelf) return sql`true order by created_at desc, id desc`;
  const column = sql.ref(shelf.column);
  const also = shelf.category ? sql`and category_id = ${shelf.category}` : sql``;
  return sql`${column} = ${shelf.value} ${also} order by ${column}, created_at desc, id desc`;
}

/** Where to look for parts that are asked for by their kind alone. */
export interface Shelves {
  readonly column: 'category_id' | 'type_id';
  /** The likeliest first. */
  readonly values: readonly string[];
  /** A condition on what stands on none of them and may be meant, too. */
  readonly others?: RawBuilder<unknown> | undefined;
}

/** Rows of parts: the first of these shelves, one after the other, each newest first, and then the others. */
export function firstOnShelves(shelves: Shelves, most: number): RawBuilder<unknown> {
  const { others } = shelves;
  const onThem = rowsOnShelves(shelves, { most });
  if (others === undefined) return sql`(${onThem}) as parts`;
  const beside = sql`select ${siftedColumns} from ${partsWhere(others)} limit ${most}`;
  return sql`((${onThem}) union all (${beside}) limit ${most}) as parts`;
}

/** The first parts of shelves, each newest first; with `also` of those for which it holds, by an index of their own. */
export function rowsOnShelves(
  { column, values }: Pick<Shelves, 'column' | 'values'>,
  { most, also = sql`true` }: { readonly most: number; readonly also?: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const its = sql.ref(column);
  return sql`select its.* from unnest(${values}::text[]) with ordinality shelves (shelf, place) cross join lateral (
    select ${siftedColumns} from ${partsWhere(also)} and ${its} = shelves.shelf
      order by ${its}, created_at desc, id desc limit ${most}) its limit ${most}`;
}

/** The ids of a page of a shelf, newest first. */
export function pageOfShelf(
  shelf: Shelf | undefined,
  { limit, offset }: Pick<Finding, 'limit' | 'offset'>,
): RawBuilder<unknown> {
  return sql`select id from parts where archived_at is null and ${onShelf(shelf)} limit ${limit} offset ${offset}`;
}
