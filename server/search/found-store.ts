import { sql, type RawBuilder } from 'kysely';
import { mostCounted, type SearchSort } from '#contract/search.ts';
import { forAnyValues } from '#server/db/any-values.ts';
import { wholePartColumns, type WholePartRow } from '#server/parts/part-row.ts';
import type { Database } from '#server/shop.ts';
import type { FacetName } from './wanted.ts';

/** Which parts to look at, and how to sift them. */
export interface Sifting {
  /** What stands behind `from`: rows as of `parts`, of which the first are looked at. */
  readonly among: RawBuilder<unknown>;
  readonly filters: readonly RawBuilder<boolean>[];
  /** Further parts, none of which is among these. */
  readonly also?: Sifting | undefined;
}

/** How to sort what is found, and which page of it to show. */
export interface Finding extends Sifting {
  /** How well a part agrees with the words. */
  readonly score: RawBuilder<unknown>;
  readonly sort: SearchSort;
  readonly limit: number;
  readonly offset: number;
  /** The ids of the page in their order, when an index has them without looking at what was found. */
  readonly page?: RawBuilder<unknown> | undefined;
  /** What to count; all when it is left out. With nothing to count and a page of an index there may be more than the one part that is counted. */
  readonly counts?: readonly (keyof Counts)[];
}

/** Numbers of found parts by what facets are about; `mostCounted + 1` parts are looked at, no more. */
export interface Counts {
  readonly categories: Record<string, number>;
  readonly types: Record<string, number>;
  readonly brands: Record<string, number>;
  readonly inStock: number;
  readonly least: number | null;
  readonly most: number | null;
  /** Of the one type that all have. */
  readonly attributes: { key: string; value: string; parts: number }[];
}

/** A page of what was found, and what was found in all. */
export interface Found extends Counts {
  readonly rows: readonly WholePartRow[];
  readonly count: number;
}

/** Parts on sale by a condition that an index answers, and with it the order of the index if that matters. */
export function partsWhere(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`parts where archived_at is null and ${condition}`;
}

/** Rows that filters may sift: so many that a rare one among common words is still met. */
export const mostSifted = 2000;

/** SQL: the order of each way to sort; its columns are `sortColumns`. */
export const orders: Record<SearchSort, RawBuilder<unknown>> = {
  relevance: sql`score desc, in_stock >= order_quantity desc, created_at desc, id desc`,
  newest: sql`created_at desc, id desc`,
  price: sql`price_cents, id`,
  '-price': sql`price_cents desc, id desc`,
  name: sql`lower(name), id`,
};

const countsOf = (column: RawBuilder<unknown>) =>
  sql`(select coalesce(json_object_agg(name, parts), '{}') from (
    select ${column} as name, count(*) as parts from found where ${column} is not null group by 1) its)`;
const figures = {
  categories: countsOf(sql`category_id`),
  types: countsOf(sql`type_id`),
  brands: countsOf(sql`brand`),
  inStock: sql`(select count(*) from found where in_stock >= order_quantity)`,
  least: sql`(select min(price_cents) from found)`,
  most: sql`(select max(price_cents) from found)`,
  // Its keys are known: taking values apart row by row would take longer than all else.
  attributes: sql`(select coalesce(json_agg(its), '[]') from (
    select k.key, attributes ->> k.key as value, count(*) as parts
      from (select key from part_type_attributes
        where type_id = (select case when min(type_id) = max(type_id) then min(type_id) end from found)) k, found
      where attributes ? k.key group by 1, 2) its)`,
} satisfies Record<keyof Counts, unknown>;

function selected(names: readonly (keyof Counts)[]): RawBuilder<unknown>[] {
  return names.map((name) => sql`${figures[name]} as ${sql.ref(name)}`);
}

/** What filters, scores and orders may ask of a part: named, because a statement that answers all columns is planned each time (0048). */
export const siftedColumns = sql`id, created_at, name, type_id, category_id, brand, price_cents, order_quantity, in_stock, attributes, replaced_by, search`;

/**
 * The found parts, `mostCounted + 1` at most, of no more rows than `mostSifted`: the first that the index gives are fenced off, and all else
 * happens among them.
 */
function found(
  sifting: Sifting,
  columns: RawBuilder<unknown>,
  most = mostCounted + 1,
): RawBuilder<unknown> {
  const { among, filters, also } = sifting;
  // A plan for any values has to know it.
  const atMost = (rows: number) => sql`limit ${sql.lit(rows)}`;
  if (also) {
    const each = [{ ...sifting, also: undefined }, also].map(
      (one) => sql`(${found(one, columns, most)})`,
    );
    return sql`${sql.join(each, sql` union all `)} ${atMost(most)}`;
  }
  if (filters.length === 0) return sql`select ${columns} from ${among} ${atMost(most)}`;
  return sql`select ${columns} from (select ${siftedColumns} from ${among} ${atMost(mostSifted)}) as parts
    where ${sql.join(filters, sql` and `)} ${atMost(most)}`;
}

/** What `figures` are made of. */
const counted = sql`type_id, category_id, brand, price_cents, in_stock, order_quantity, attributes`;

/** What parts are sorted by, beside what is counted. */
function sortColumns({ sort, score }: Pick<Finding, 'sort' | 'score'>): RawBuilder<unknown> {
  // Only the order by name needs the text.
  return sql`id, created_at ${sort === 'name' ? sql`, name` : sql``}, ${score} as score`;
}

/** The found parts with what they are sorted by. */
export function foundToSort(
  finding: Sifting & Pick<Finding, 'sort' | 'score'>,
): RawBuilder<unknown> {
  return found(finding, sql`price_cents, in_stock, order_quantity, ${sortColumns(finding)}`);
}

/** Finds parts, a page of them and the counts of their facets, in one statement that is bounded. */
export async function findAmong(db: Database, finding: Finding): Promise<Found> {
  const { sort, limit, offset, counts = allCounts } = finding;
  const columns = sql`${counted}, ${sortColumns(finding)}`;
  const isCounted = counts.length > 0 || finding.page === undefined;
  const page =
    finding.page ??
    sql`select id from found order by ${orders[sort]} limit ${limit} offset ${offset}`;
  const answers = [
    ...selected(counts),
    sql`${rowsOf(page)} as rows`,
    sql`(select count(*) from found) as count`,
  ];
  const { rows } = await sql<Found>`
    with found as materialized (${found(finding, columns, isCounted ? mostCounted + 1 : 1)})
    select ${sql.join(answers)} ${forAnyValues}`.execute(db);
  const [its] = rows;
  if (!its) throw new Error('A statement of one row answered none.');
  return { ...nothingCounted, ...its, rows: its.rows.map(withTime) };
}

const nothingCounted: Counts = {
  categories: {},
  types: {},
  brands: {},
  inStock: 0,
  least: null,
  most: null,
  attributes: [],
};
const allCounts = Object.keys(nothingCounted) as (keyof Counts)[];

/** What each facet tells. */
const told: Record<FacetName, readonly (keyof Counts)[]> = {
  category: ['categories'],
  type: ['types'],
  brand: ['brands'],
  price: ['least', 'most'],
  attributes: ['types', 'attributes'],
};

/** For each of these facets its own counts among what is found, in one statement. */
export async function countEach(
  db: Database,
  siftings: ReadonlyMap<FacetName, Sifting>,
): Promise<ReadonlyMap<FacetName, Partial<Counts>>> {
  if (siftings.size === 0) return new Map();
  const each = [...siftings].map(
    ([facet, sifting]) => sql`(
      with found as materialized (${found(sifting, counted)})
      select row_to_json(its) from (select ${sql.join(selected(told[facet]))}) its) as ${sql.ref(facet)}`,
  );
  const { rows } = await sql<Partial<Record<FacetName, Partial<Counts>>>>`
    select ${sql.join(each)} ${forAnyValues}`.execute(db);
  return new Map(Object.entries(rows[0] ?? {}) as [FacetName, Partial<Counts>][]);
}

/** For each of these searches how many parts the first of its ways finds that finds any, `most` at most; those after it are not run. One statement. */
export async function countFirst(
  db: Database,
  searches: readonly (readonly Sifting[])[],
  most: number,
): Promise<readonly number[]> {
  if (searches.every((ways) => ways.length === 0)) return searches.map(() => 0);
  const each = searches.map((ways) => {
    const counts = ways.map(
      (way) => sql`nullif((select count(*) from (${found(way, sql`id`, most)}) its), 0)`,
    );
    return sql`coalesce(${sql.join([...counts, sql`0`])})::int`;
  });
  const { rows } = await sql<{ counts: number[] }>`
    select array[${sql.join(each)}] as counts ${forAnyValues}`.execute(db);
  return rows[0]?.counts ?? [];
}

/** A row as JSON tells it. */
export function withTime(row: WholePartRow): WholePartRow {
  return { ...row, created_at: new Date(row.created_at) };
}

/** The parts with these ids, in their order, as JSON. Each is looked up by itself: how many ids there are the planner cannot know. */
export function rowsOf(ids: RawBuilder<unknown>): RawBuilder<unknown> {
  const columns = sql.join(wholePartColumns.map((name) => sql.ref(`p.${name}`)));
  return sql`(select coalesce(json_agg(row order by place), '[]') from (
    select row_number() over () as place, id from (${ids}) page) placed
    join lateral (select ${columns} from parts p where p.id = placed.id limit 1) row on true)`;
}
