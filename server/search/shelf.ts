import { sql, type RawBuilder } from 'kysely';
import { orders, partsWhere, siftedColumns, type Finding } from './found-store.ts';

/** The parts with one value in a column, or all parts; an index has them newest first. */
export interface Shelf {
  readonly column: 'category_id' | 'type_id' | 'brand';
  readonly value: string;
  /** Of a type, if somebody asked for it: another one than the type's leaves nothing. */
  readonly category?: string | undefined;
}

/** The condition and the order of what stands on a shelf. Two comparisons instead of an equation, so that no other index has this order. */
export function onShelf(shelf: Shelf | undefined): RawBuilder<unknown> {
  if (!shelf) return sql`true order by ${orderOn(shelf)}`;
  const column = sql.ref(shelf.column);
  const also = shelf.category ? sql`and category_id = ${shelf.category}` : sql``;
  return sql`${column} >= ${shelf.value} and ${column} <= ${shelf.value} ${also} order by ${orderOn(shelf)}`;
}

/** The order of a shelf's index: newest first. */
export function orderOn(shelf: Shelf | undefined): RawBuilder<unknown> {
  return sql`${shelf ? sql`${sql.ref(shelf.column)}, ` : sql``}${orders.newest}`;
}

/** The shelf of parts that are asked for by their kind alone. */
export interface KindShelf extends Shelf {
  /** A condition on what does not stand on it and may be meant, too. */
  readonly others?: RawBuilder<unknown> | undefined;
}

/** Rows of parts: the first of this shelf, newest first, and then the others. */
export function firstOnShelf(shelf: KindShelf, most: number): RawBuilder<unknown> {
  const { others } = shelf;
  const onIt = sql`select ${siftedColumns} from ${partsWhere(onShelf(shelf))} limit ${sql.lit(most)}`;
  if (others === undefined) return sql`(${onIt}) as parts`;
  const beside = sql`select ${siftedColumns} from ${partsWhere(others)} limit ${sql.lit(most)}`;
  return sql`((${onIt}) union all (${beside}) limit ${sql.lit(most)}) as parts`;
}

/** The ids of a page of a shelf, newest first. */
export function pageOfShelf(
  shelf: Shelf | undefined,
  { limit, offset }: Pick<Finding, 'limit' | 'offset'>,
): RawBuilder<unknown> {
  return sql`select id from parts where archived_at is null and ${onShelf(shelf)} limit ${limit} offset ${offset}`;
}
