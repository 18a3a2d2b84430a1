import { sql, type RawBuilder } from 'kysely';
import { mostCounted, type SearchSort } from '#contract/search.ts';
import type { Database } from '#server/shop.ts';

/** Which parts to look at, how to sift and sort them, and which page of them to show. */
export interface Finding {
  /** A condition that an index answers; without one the newest parts are looked at. */
  readonly source: RawBuilder<unknown> | undefined;
  readonly filters: readonly RawBuilder<boolean>[];
  /** How well a part agrees with the words. */
  readonly score: RawBuilder<unknown>;
  readonly sort: SearchSort;
  readonly limit: number;
  readonly offset: number;
}

/** Numbers of found parts by what facets are about; `mostCounted + 1` parts are looked at, no more. */
export interface Found {
  readonly ids: string[];
  readonly count: number;
  readonly categories: Record<string, number>;
  readonly types: Record<string, number>;
  readonly brands: Record<string, number>;
  readonly inStock: number;
  readonly least: number | null;
  readonly most: number | null;
  /** Of the one type that all have. */
  readonly attributes: { key: string; value: string; parts: number }[];
}

/** Rows that filters may sift: so many that a rare one among common words is still met. */
const mostSifted = 4000;

const orders: Record<SearchSort, RawBuilder<unknown>> = {
  relevance: sql`score desc, in_stock >= order_quantity desc, created_at desc, id desc`,
  newest: sql`created_at desc, id desc`,
  price: sql`price_cents, id`,
  '-price': sql`price_cents desc, id desc`,
  name: sql`lower(name), id`,
};

/**
 * Finds parts in one statement that never looks at more rows than `mostSifted`: the first that the index gives are fenced off, and all else
 * happens among them.
 */
export async function findAmong(db: Database, finding: Finding): Promise<Found> {
  const { source, filters, score, sort, limit, offset } = finding;
  const sifted = filters.length > 0 ? mostSifted : mostCounted + 1;
  const { rows } = await sql<Found>`
    with raw as materialized (
      select id, name, type_id, category_id, brand, price_cents, in_stock, order_quantity, created_at, replaced_by, attributes, search
        from parts where archived_at is null ${source === undefined ? sql`order by created_at desc, id desc` : sql`and ${source}`}
        limit ${sifted}),
    found as materialized (
      select parts.*, ${score} as score from raw as parts ${where(filters)} limit ${mostCounted + 1})
    select
      array(select id::text from found order by ${orders[sort]} limit ${limit} offset ${offset}) as ids,
      (select count(*) from found) as count,
      ${countsOf('category_id')} as categories,
      ${countsOf('type_id')} as types,
      ${countsOf('brand')} as brands,
      (select count(*) from found where in_stock >= order_quantity) as "inStock",
      (select min(price_cents) from found) as least,
      (select max(price_cents) from found) as most,
      (select coalesce(json_agg(json_build_object('key', key, 'value', value, 'parts', parts)), '[]') from (
        select key, value, count(*) as parts from found, jsonb_each_text(attributes)
          where (select count(distinct type_id) from found) = 1 group by key, value) its) as attributes`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw new Error('A statement of one row answered none.');
  return found;
}

function where(filters: readonly RawBuilder<boolean>[]): RawBuilder<unknown> {
  return filters.length === 0 ? sql`` : sql`where ${sql.join(filters, sql` and `)}`;
}

function countsOf(column: 'category_id' | 'type_id' | 'brand'): RawBuilder<unknown> {
  const name = sql.ref(column);
  return sql`(select coalesce(json_object_agg(name, parts), '{}') from (
    select ${name} as name, count(*) as parts from found where ${name} is not null group by ${name}) its)`;
}

/** Rows of an index that are walked to find a page: among many, a page is near. */
const mostWalked = 5000;

/** A page of parts in the order of an index; undefined when it does not come within the rows that are walked. */
export async function walk(
  db: Database,
  { filters, sort, limit, offset }: Omit<Finding, 'source' | 'score'>,
): Promise<string[] | undefined> {
  if (offset + limit > mostWalked) return undefined;
  const { rows } = await sql<{ id: string }>`
    select id from (select * from parts where archived_at is null order by ${orders[sort]} limit ${mostWalked}) as parts
      ${where(filters)} order by ${orders[sort]} limit ${limit} offset ${offset}`.execute(db);
  return rows.length < limit ? undefined : rows.map(({ id }) => id);
}

/** A page of the parts with one value in a column, newest first, or of all; an index has them in this order. */
export async function newestOf(
  db: Database,
  only: { column: 'category_id' | 'type_id' | 'brand'; value: string } | undefined,
  { limit, offset }: Pick<Finding, 'limit' | 'offset'>,
): Promise<string[]> {
  const its = only ? sql`and ${sql.ref(only.column)} = ${only.value}` : sql``;
  const first = only ? sql`${sql.ref(only.column)}, ` : sql``;
  const { rows } = await sql<{ id: string }>`
    select id from parts where archived_at is null ${its}
      order by ${first} created_at desc, id desc limit ${limit} offset ${offset}`.execute(db);
  return rows.map(({ id }) => id);
}
