import { sql, type RawBuilder } from 'kysely';
import type { Finding } from './found-store.ts';

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

/** The ids of a page of a shelf, newest first. */
export function pageOfShelf(
  shelf: Shelf | undefined,
  { limit, offset }: Pick<Finding, 'limit' | 'offset'>,
): RawBuilder<unknown> {
  return sql`select id from parts where archived_at is null and ${onShelf(shelf)} limit ${limit} offset ${offset}`;
}
