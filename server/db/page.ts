import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Page } from '#contract/api.ts';
import { mostListed, type Counted } from '#contract/counted.ts';
import { idPattern, longestPage } from '#contract/fields.ts';
import type { Tables } from './schema.ts';

/** A sort order; the id decides between equal rows, so that the order is total. */
export interface ListOrder {
  readonly by: RawBuilder<unknown>;
  readonly id: RawBuilder<unknown>;
  readonly type: 'time' | 'number' | 'text';
  readonly descending: boolean;
}

/** Newest first. */
export function newestFirst(table: string): ListOrder {
  return {
    by: sql.ref(`${table}.created_at`),
    id: sql.ref(`${table}.id`),
    type: 'time',
    descending: true,
  };
}

/** What a table can be sorted by beside its age: the value of each name. */
type SortValues<Sort extends string> = Readonly<
  Record<Exclude<Sort, 'newest' | 'oldest' | `-${string}`>, Pick<ListOrder, 'by' | 'type'>>
>;

/** The order that `sortsBy` names: by age, or by one of the values; newest first when none is asked for. */
export function sortedBy<Sort extends string>(
  table: string,
  sort: Sort | undefined,
  values: SortValues<Sort>,
): ListOrder {
  const newest = newestFirst(table);
  const descending = sort?.startsWith('-') ?? true;
  const name = descending ? sort?.slice(1) : sort;
  const value = Object.entries<Pick<ListOrder, 'by' | 'type'>>(values).find(
    ([its]) => its === name,
  );
  if (value) return { ...newest, ...value[1], descending };
  return sort === 'oldest' ? { ...newest, descending: false } : newest;
}

/** The page a query asks for. */
export interface PageWanted {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Fetches one page of a list and the cursor of the next page; an invalid cursor starts the list again. */
export async function fetchPage<DB, TB extends keyof DB, Row extends { id: string }>(
  list: SelectQueryBuilder<DB, TB, Row>,
  order: ListOrder,
  { limit = longestPage, cursor }: PageWanted,
): Promise<Page<Row[]>> {
  const after = readCursor(cursor, order.type);
  return pageOf(await pageQuery(list, order, { after, limit: limit + 1 }).execute(), limit);
}

interface Cursor {
  readonly value: RawBuilder<unknown>;
  readonly id: string;
}

/** The statement of `fetchPage`; its limit is one more than the page has, which tells whether there is another. */
export function pageQuery<DB, TB extends keyof DB, Row extends { id: string }>(
  list: SelectQueryBuilder<DB, TB, Row>,
  order: ListOrder,
  { after, limit }: { after?: Cursor | undefined; limit: number },
) {
  const direction = order.descending ? 'desc' : 'asc';
  const isBeyond = sql.raw(order.descending ? '<' : '>');
  const rows = list.select(cursorValue(order).as('place'));
  const beyond = after
    ? rows.where(
        sql<boolean>`(${order.by}, ${order.id}) ${isBeyond} (${after.value}, ${after.id}::uuid)`,
      )
    : rows;
  return beyond
    .orderBy(order.by, direction)
    .orderBy(order.id, direction)
    .limit(limit) as unknown as SelectQueryBuilder<DB, TB, Placed<Row>>;
}

/** The page of what `pageQuery` found. */
export function pageOf<Row extends { id: string }>(
  found: readonly Placed<Row>[],
  limit: number,
): Page<Row[]> {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown,
    next: found.length > limit && last ? writeCursor(last.place, last.id) : undefined,
  };
}

/** Rows of the same order, and where each of them stands in it. */
type Placed<Row> = Row & { readonly place: string };

/** One page of two lists that have the same order by time; each is read to the length of the page. */
export async function fetchJoinedPage<
  One extends { id: string; created_at: Date },
  Other extends { id: string; created_at: Date },
>(
  lists: readonly [Promise<Page<One[]>>, Promise<Page<Other[]>>],
  { limit = longestPage, descending = true }: PageWanted & { readonly descending?: boolean },
): Promise<Page<(One | Other)[]>> {
  const pages = await Promise.all(lists);
  const found = pages
    .flatMap(({ rows }): (One | Other)[] => rows)
    .toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1));
  if (descending) found.reverse();
  const rows = found.slice(0, limit);
  const last = rows.at(-1) as Placed<One | Other> | undefined;
  const isMore = found.length > limit || pages.some(({ next }) => next !== undefined);
  return { rows, next: isMore && last ? writeCursor(last.place, last.id) : undefined };
}

/** How many rows a list has in all. */
export async function countRows<DB, TB extends keyof DB, Row>(
  list: SelectQueryBuilder<DB, TB, Row>,
): Promise<{ count: number }> {
  const { count } = (await list
    .select(sql`count(*)`.as('count'))
    .executeTakeFirstOrThrow()) as unknown as { count: string };
  return { count: Number(count) };
}

/** How many rows a list has, so far as an admin is told. */
export async function countFirst<DB, TB extends keyof DB, Row>(
  db: Kysely<Tables>,
  list: SelectQueryBuilder<DB, TB, Row>,
  most = mostListed,
): Promise<Counted> {
  const first = list.select(sql`1`.as('one')).limit(most + 1);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${first} first`.execute(
    db,
  );
  const n = rows[0]?.n ?? 0;
  return { count: Math.min(n, most), more: n > most };
}

/** The same page with its rows mapped. */
export function mapPage<Row, Shown>(page: Page<Row[]>, show: (row: Row) => Shown): Page<Shown[]> {
  return { rows: page.rows.map(show), next: page.next };
}

/** The value a row is sorted by, as text; times in milliseconds, the precision of the application. */
function cursorValue({ by, type }: ListOrder): RawBuilder<string> {
  return type === 'time'
    ? sql<string>`(extract(epoch from ${by}) * 1000)::bigint::text`
    : sql<string>`(${by})::text`;
}

export function writeCursor(place: string, id: string): string {
  return Buffer.from(JSON.stringify([place, id])).toString('base64url');
}

/** Decodes what `writeCursor` encoded; undefined for anything else. */
export function readCursor(
  cursor: string | undefined,
  type: ListOrder['type'],
): Cursor | undefined {
  if (cursor === undefined) return undefined;
  const [place, id] = parsed(cursor);
  if (typeof place !== 'string' || typeof id !== 'string' || !idPattern.test(id)) return undefined;
  if (type === 'text')
    return place.isWellFormed() && !place.includes('\0') ? placeOf({ place, id }, type) : undefined;
  // Fifteen digits reach the year 33658; no time of the shop is before 1970.
  if (!/^\d{1,15}$/.test(place)) return undefined;
  return placeOf({ place, id }, type);
}

/** Where a row stands, to compare others with. */
export function placeOf(
  { place, id }: { readonly place: string; readonly id: string },
  type: ListOrder['type'],
): Cursor {
  if (type === 'text') return { value: sql`${place}::text`, id };
  return {
    value: type === 'time' ? sql`${new Date(Number(place))}::timestamptz` : sql`${place}::bigint`,
    id,
  };
}

function parsed(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
