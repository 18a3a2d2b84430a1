import { sql, type RawBuilder } from 'kysely';
import { mostCounted, type FacetName, type SearchSort } from '#contract/search.ts';
import { forAnyValues } from '#server/db/any-values.ts';
import { wholePartColumns } from '#server/parts/part-row.ts';
import type { Database } from '#server/shop.ts';
import { fitFacts } from '#server/vehicles/votes-store.ts';
import {
  facetColumns,
  countedColumns,
  selected,
  toldBy,
  type AttributesIn,
  type Counts,
} from './counts.ts';
import { foundIn, type Answer, type Found } from './found-answer.ts';

/** Which parts to look at, and how to sift them. */
export interface Sifting {
  /** What stands behind `from`: rows as of `parts`, of which the first are looked at. */
  readonly among: RawBuilder<unknown>;
  readonly filters: readonly RawBuilder<boolean>[];
  /** Further parts, none of which is among these. */
  readonly also?: Sifting | undefined;
  /** Whether there are parts that are not among these though they should be: it matters if fewer are found than are counted. */
  readonly isCutOff?: RawBuilder<boolean>;
  /** Whether so many parts are among these that how they are found best depends on what is looked for. */
  readonly isOfMany?: boolean;
  /** Where to read attributes that are counted; default: with the parts. */
  readonly attributesIn?: AttributesIn;
  /** The rows that are looked at, if they are found once for all that looks at them: `among` has their name. */
  readonly shared?: SharedRows | undefined;
}

interface SharedRows {
  readonly name: 'shared' | 'shared_of_vehicle' | 'shared_further';
  /** What stands behind `from`. */
  readonly rows: RawBuilder<unknown>;
}

/** Parts, and how well each agrees with the words. */
export interface Scored extends Sifting {
  readonly score: RawBuilder<unknown>;
}

/** How to sort what is found, and which page of it to show. */
export interface Finding extends Scored {
  readonly sort: SearchSort;
  readonly limit: number;
  /**
   * Queries of the page's ids in their order, `limit` at most: the first is the page if it has as many, or is the only one, else the second is. They may
   * ask `found`, and `first` where something comes first.
   */
  readonly pages: readonly [RawBuilder<unknown>, RawBuilder<unknown>?];
  /** The parts that come first, in the same order; `mostCounted` of them. */
  readonly first?: Scored | undefined;
  /** How many to look for: all that are counted, unless nobody asks more than whether there are any. */
  readonly most: number;
  /** What to count. */
  readonly counts: readonly (keyof Counts)[];
  /** The parts without the choice of each of these facets, of which their own counts are made. */
  readonly others: ReadonlyMap<FacetName, Sifting>;
  /** Whether to count the others only if anything is found. */
  readonly countsOthersIfFound: boolean;
  /** Whether rows tell what decides whether they fit a vehicle. */
  readonly withFits?: boolean | undefined;
}

/** Parts on sale by a condition that an index answers, and with it the order of the index if that matters. */
export function partsWhere(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`parts where archived_at is null and ${condition}`;
}

/** Rows that filters may sift: so many that a rare one among common words is still met. */
export const mostSifted = 2000;

/** Parts to look for where they are counted. */
export const allCounted = mostCounted + 1;

/** SQL: the order of each way to sort; its columns are `sortColumns`. */
export const orders: Record<SearchSort, RawBuilder<unknown>> = {
  relevance: sql`score desc, in_stock >= order_quantity desc, created_at desc, id desc`,
  newest: sql`created_at desc, id desc`,
  price: sql`price_cents, id`,
  '-price': sql`price_cents desc, id desc`,
  name: sql`lower(name), id`,
};

/** What filters, scores and orders may ask of a part: named, because a statement that answers all columns is planned each time (0048). */
export const siftedColumns = sql`id, created_at, name, type_id, category_id, brand, price_cents, order_quantity, in_stock, attributes, replaced_by, search`;

/** Written as a figure: a plan for any values has to know it. */
const atMost = (rows: number) => sql`limit ${sql.lit(rows)}`;

/** Whether there are as many of these rows as may be sifted, so that there may be more. */
export function hasAllThatAreSifted(among: RawBuilder<unknown>): RawBuilder<boolean> {
  const first = sql`select from ${among} ${atMost(mostSifted)}`;
  return sql`(select count(*) from (${first}) its) = ${sql.lit(mostSifted)}`;
}

/**
 * What an index of words gives is looked at once, to sift it and to know whether it was cut off: that index would tell all places of a word again. Rows are
 * taken from it no further than somebody asks.
 */
export function siftedOnce<S extends Sifting>(its: S, name: SharedRows['name'] = 'shared'): S {
  if (its.filters.length === 0) return its;
  const among = sql`${sql.ref(name)} as parts`;
  const shared = { name, rows: its.among };
  return { ...its, among, shared, isCutOff: hasAllThatAreSifted(among) };
}

/**
 * The found parts, `mostCounted + 1` at most, of no more rows than `mostSifted`: the first that the index gives are fenced off, and all else
 * happens among them.
 */
export function found(
  { among, filters, also }: Sifting,
  columns: RawBuilder<unknown>,
  most = allCounted,
): RawBuilder<unknown> {
  if (also)
    return sql`(${found({ among, filters }, sql`${columns}, true as is_own`, most)})
      union all (${found(also, sql`${columns}, false as is_own`, most)}) ${atMost(most)}`;
  if (filters.length === 0) return sql`select ${columns} from ${among} ${atMost(most)}`;
  return sql`select ${columns} from (select ${siftedColumns} from ${among} ${atMost(mostSifted)}) as parts
    where ${sql.join(filters, sql` and `)} ${atMost(most)}`;
}

/** What parts are sorted by, beside what is counted. */
function sortColumns({ sort, score }: Pick<Finding, 'sort' | 'score'>): RawBuilder<unknown> {
  return sql`created_at ${byName(sort)}, ${score} as score`;
}

/** Only the order by name needs the text. */
function byName(sort: SearchSort): RawBuilder<unknown> {
  return sort === 'name' ? sql`, name` : sql``;
}

/** Finds parts, a page of them and the counts of their facets, in one statement that is bounded. */
export async function findAmong(db: Database, finding: Finding): Promise<Found> {
  return foundIn((await foundQuery(finding).execute(db)).rows);
}

/** Whether the best way to find depends on what is looked for, so that the statement is planned each time. */
function isOneOfMany(finding: Finding): boolean {
  const siftings = [finding, finding.first, ...finding.others.values()];
  return siftings.some((its) => its?.isOfMany);
}

/** SQL of `findAmong`. */
export function foundQuery(finding: Finding): RawBuilder<Answer> {
  const { most, counts, first, attributesIn = 'found' } = finding;
  const columns = sql`${countedColumns(attributesIn)}, ${sortColumns(finding)}`;
  const answers = [
    ...selected(counts, attributesIn),
    sql`count(*) as count`,
    sql`${rowsOf(pageOf(finding), finding.withFits)} as rows`,
    sql`json_build_object(${sql.join(othersOf(finding))}) as others`,
    ...(first ? [sql`(select count(*) from fitting) as first`] : []),
    sql`${ownOf(finding)} + ${first ? ownOf(first, sql`fitting`) : sql`0`} as own`,
    sql`${finding.isCutOff ? isFoundCutOff : sql`false`} as "isCutOff"`,
    sql`${cutOff(first, sql`fitting`)} as "isFirstCutOff"`,
  ];
  const tables = [
    ...sharedBy(finding),
    sql`found as (${found(finding, columns, most)})`,
    ...(finding.isCutOff
      ? [sql`found_cut_off as materialized (select ${cutOff(finding)} as its from found)`]
      : []),
    ...(first ? firstOf(first, finding) : []),
  ];
  return sql`
    with ${sql.join(tables)}
    select ${sql.join(answers)} from found ${isOneOfMany(finding) ? sql`` : forAnyValues}`;
}

/** Whether what was found was cut off before it was as much as is counted: of a finding that may be. */
export const isFoundCutOff = sql<boolean>`(select its from found_cut_off)`;

function sharedBy({ shared, also }: Sifting): RawBuilder<unknown>[] {
  const further = also ? sharedBy(also) : [];
  if (!shared) return further;
  const rows = sql`select ${siftedColumns} from ${shared.rows} ${atMost(mostSifted)}`;
  return [sql`${sql.ref(shared.name)} as materialized (${rows})`, ...further];
}

/** Whether what is looked at was cut off before as many were found as are counted, whatever further parts there are; or else these were, before all together are as many. */
function cutOff(its: Sifting | undefined, from?: RawBuilder<unknown>): RawBuilder<boolean> {
  if (!its?.isCutOff) return sql`false`;
  const { also, isCutOff } = its;
  const isAny = also?.isCutOff
    ? sql`(${isCutOff} or case when ${ownOf({ ...its, also: undefined }, from)} < ${sql.lit(allCounted)} then ${also.isCutOff} else false end)`
    : isCutOff;
  return sql`case when ${ownOf(its, from)} < ${sql.lit(allCounted)} then ${isAny} else false end`;
}

/** How many of them are no further ones. */
function ownOf({ also }: Sifting, from?: RawBuilder<unknown>): RawBuilder<unknown> {
  const own = also ? sql`count(*) filter (where is_own)` : sql`count(*)`;
  return from ? sql`(select ${own} from ${from})` : own;
}

/** The ids of the page: of the first query if they fill it, else of that which has more of them. */
function pageOf({ pages: [first, second], limit }: Finding): RawBuilder<unknown> {
  if (second === undefined) return first;
  const isFull = sql`(select count(*) from page) = ${limit}`;
  const isLonger = sql`(select count(*) from page) > (select count(*) from sorted)`;
  return sql`
    with page as materialized (${first}), sorted as materialized (select id from (${second}) its where not ${isFull})
    (select id from page where ${isLonger}) union all (select id from sorted where not ${isLonger})`;
}

/** Queries of the parts that come first. */
function firstOf(first: Scored, { sort }: Pick<Finding, 'sort'>): RawBuilder<unknown>[] {
  const columns = sql`id, price_cents, in_stock, order_quantity, ${sortColumns({ sort, score: first.score })}`;
  return [
    ...sharedBy(first),
    sql`fitting as materialized (${found(first, columns)})`,
    sql`first as materialized (select id, created_at, price_cents, in_stock, order_quantity, score ${byName(sort)} from fitting order by ${orders[sort]} limit ${sql.lit(mostCounted)})`,
  ];
}

/** Names and values of an object: what each of these facets tells of what is found without its choice. */
function othersOf({ others, countsOthersIfFound }: Finding): RawBuilder<unknown>[] {
  const ifFound = countsOthersIfFound ? sql`exists (select from found)` : sql`true`;
  return [...others].flatMap(([facet, sifting]) => [
    sql.lit(facet),
    sql`case when ${ifFound} then ${toldOf(facet, sifting)} end`,
  ]);
}

function toldOf(facet: FacetName, sifting: Sifting): RawBuilder<unknown> {
  const tables = [...sharedBy(sifting), sql`found as (${found(sifting, facetColumns[facet])})`];
  return toldBy(facet, tables, { own: ownOf(sifting), isCutOff: cutOff(sifting) });
}

/** The parts with these ids, in their order, as JSON. Each is looked up by itself: how many ids there are the planner cannot know. */
function rowsOf(ids: RawBuilder<unknown>, withFits = false): RawBuilder<unknown> {
  const columns = sql.join([
    ...wholePartColumns.map((name) => sql.ref(name)),
    ...(withFits ? [fitFacts] : []),
  ]);
  return sql`(select coalesce(json_agg(row order by place), '[]') from (
    select row_number() over () as place, id from (${ids}) page) placed
    join lateral (select ${columns} from parts where parts.id = placed.id limit 1) row on true)`;
}
