import { sql, type RawBuilder } from 'kysely';
import { mostCounted } from '#contract/search.ts';
import type { AttributesIn } from './counts.ts';
import { orders, partsWhere, siftedColumns } from './found-store.ts';

/** The parts with one value in a column, of a brand also those in one category, or all parts; an index has them newest first. */
export interface Shelf {
  readonly column: 'category_id' | 'type_id' | 'brand';
  readonly value: string;
  /** Of a brand only what is in this category. Of a type, if somebody asked for it: another one than the type's leaves nothing. */
  readonly category?: string | undefined;
}

/** The condition and the order of what stands on a shelf. Two comparisons instead of an equation, so that no other index has this order. */
export function onShelf(shelf: Shelf | undefined): RawBuilder<unknown> {
  if (!shelf) return sql`true order by ${orderOn(shelf)}`;
  if (isBrandInCategory(shelf)) {
    const its = sql`(${shelf.value}, ${shelf.category})`;
    return sql`(brand, category_id) >= ${its} and (brand, category_id) <= ${its} order by ${orderOn(shelf)}`;
  }
  const column = sql.ref(shelf.column);
  const also = shelf.category ? sql`and category_id = ${shelf.category}` : sql``;
  return sql`${column} >= ${shelf.value} and ${column} <= ${shelf.value} ${also} order by ${orderOn(shelf)}`;
}

/** The order of a shelf's index: newest first. */
export function orderOn(shelf: Shelf | undefined): RawBuilder<unknown> {
  if (!shelf) return orders.newest;
  const category = isBrandInCategory(shelf) ? sql`category_id, ` : sql``;
  return sql`${sql.ref(shelf.column)}, ${category}${orders.newest}`;
}

/** Whether an index of its own has it: a brand's parts in one category. */
function isBrandInCategory({ column, category }: Shelf): boolean {
  return column === 'brand' && Boolean(category);
}

/** Where attributes of what stands on it are read: the index of a brand in a category has all else that is counted. */
export function attributesOn(shelf: Shelf | undefined): AttributesIn {
  return shelf && isBrandInCategory(shelf) ? 'parts' : 'found';
}

/** The shelves of parts that are asked for by their kind alone. */
export interface KindShelves {
  readonly column: 'category_id' | 'type_id';
  /** The likeliest first, each with the category of its parts. */
  readonly kinds: readonly { readonly id: string; readonly category: string }[];
  /** A condition on what does not stand on them and may be meant, too. */
  readonly others?: RawBuilder<unknown> | undefined;
}

/** What of them stands in a category; all of a kind's parts are in its own. */
export function inCategory({ column, kinds, others }: KindShelves, category: string): KindShelves {
  return {
    column,
    kinds: kinds.filter((kind) => kind.category === category),
    // Not an equation: its index would tell all parts of the category.
    others: others && sql`(category_id = ${category}) is true and ${others}`,
  };
}

/** Rows of parts: the first of these shelves by turns, each newest first, and then the others. */
export function firstOnShelves(
  { column, kinds, others }: KindShelves,
  most: number,
): RawBuilder<unknown> {
  const turns = turnsOf(
    kinds.map(({ id }) => id),
    most,
  );
  const kind = sql.ref(column);
  const onThem = sql`
    select ${siftedColumns} from ${turns}
      cross join lateral (
        select ${siftedColumns} from ${partsWhere(sql`${kind} >= turn.kind and ${kind} <= turn.kind`)}
          order by ${kind}, ${orders.newest} limit turn.rows offset turn.after) its`;
  const beside =
    others &&
    sql`union all (select ${siftedColumns} from ${partsWhere(others)} limit ${sql.lit(most)})`;
  return sql`((${onThem}) ${beside ?? sql``} limit ${sql.lit(most)}) as parts`;
}

interface Turn {
  readonly kind: string;
  readonly from: number;
  readonly rows: number;
}

/** A table `turn` of the rows behind `after` of each kind that are taken by turns. */
export function turnsOf(kinds: readonly string[], most: number): RawBuilder<unknown> {
  const turns = sharesOf(kinds, most);
  return sql`unnest(${turns.map((turn) => turn.kind)}::text[], ${turns.map((turn) => turn.from)}::int[], ${turns.map((turn) => turn.rows)}::int[])
    as turn (kind, after, rows)`;
}

/** Each kind gives its share, and then twice as much each time: the newest of one hide no others, and one with many fills up for those with few. */
function sharesOf(kinds: readonly string[], most: number): Turn[] {
  const turns: Turn[] = [];
  let rows = Math.ceil((mostCounted + 1) / kinds.length);
  for (let from = 0; from < most; from += rows / 2) {
    for (const kind of kinds) turns.push({ kind, from, rows });
    rows *= 2;
  }
  return turns;
}

/** The ids of a page of a shelf, newest first. */
export function pageOfShelf(
  shelf: Shelf | undefined,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): RawBuilder<unknown> {
  return sql`select id from parts where archived_at is null and ${onShelf(shelf)} limit ${limit} offset ${offset}`;
}
