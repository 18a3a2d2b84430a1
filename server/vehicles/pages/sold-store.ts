import { sql, type RawBuilder } from 'kysely';
import type { Counted } from '#contract/counted.ts';
import { prepared, rowsOf } from '#server/db/prepared.ts';
import { wholePartColumns, type WholePartRow } from '#server/parts/part-row.ts';
import type { Database } from '#server/shop.ts';
import type { NamedModel } from './named-store.ts';

/** Spans of years of a vehicle that are stepped over: more than years make. */
const mostSteps = 5000;
/** Those of them that are looked at. */
const mostSpans = 500;
/** Fitments of each of them. */
const mostOfSpan = 200;
const afterAllYears = 9999;

/** The vehicle in all its spellings, and in any year or in this one. */
interface Wanted {
  readonly makes: readonly string[];
  readonly models: readonly string[];
  readonly year: number | null;
}

/**
 * `sold`: the parts on sale that name a vehicle, and with which years; `looked`: the fitments they are from. Steps through the index of fitments from one
 * span of years to the one before, the latest first, and looks at the first of each, so that it is bounded however many parts there are. Of the spans on the way
 * those of the year are looked at.
 */
function soldFor({ makes, models, year }: Wanted): RawBuilder<unknown> {
  return sql`
    with recursive steps as (
      select first.* from unnest(${makes}::text[], ${models}::text[]) as given (make, model) cross join lateral (
        select f.make, f.model, f.year_from, f.year_to from fitments f
          where f.make = given.make and f.model = given.model and f.year_from <= coalesce(${year}::int, ${sql.lit(afterAllYears)})
          order by f.year_from desc, f.year_to desc limit 1) first
      union all
      select next.* from steps cross join lateral (
        select f.make, f.model, f.year_from, f.year_to from fitments f
          where f.make = steps.make and f.model = steps.model and (f.year_from, f.year_to) < (steps.year_from, steps.year_to)
          order by f.year_from desc, f.year_to desc limit 1) next),
    walked as materialized (select * from steps limit ${sql.lit(mostSteps)}),
    spans as materialized (
      select * from walked where ${year}::int is null or ${year}::int between year_from and year_to limit ${sql.lit(mostSpans + 1)}),
    looked as materialized (
      select spans.year_from, spans.year_to, its.part_id, its.place
        from spans cross join lateral (
          select f.part_id, row_number() over (order by f.part_id) as place from fitments f
            where f.make = spans.make and f.model = spans.model and f.year_from = spans.year_from and f.year_to = spans.year_to
            order by f.part_id limit ${sql.lit(mostOfSpan + 1)}) its),
    sold as materialized (
      select looked.year_from, looked.year_to, p.id, p.category_id, p.created_at
        -- One by one: joined at once, so many are expected that all parts would be read.
        from looked cross join lateral (
          select id, category_id, created_at from parts where id = looked.part_id and archived_at is null limit 1) p)`;
}

interface SoldRow {
  readonly spans: { from: number; to: number }[];
  readonly categories: { id: string; count: number }[];
  readonly count: number;
  readonly more: boolean;
  readonly rows: WholePartRow[];
}

const partColumns = sql.join(wholePartColumns.map((name) => sql.ref(`p.${name}`)));

const soldParts = prepared((_db, given: Wanted & { category: string | null; limit: number }) => {
  const { category, limit } = given;
  const those = sql`select distinct id, created_at from sold where ${category}::text is null or category_id = ${category}::text`;
  return sql<SoldRow>`
      ${soldFor(given)}
      select
        (select coalesce(json_agg(its), '[]') from (
          select distinct year_from as "from", year_to as "to" from sold) its) as spans,
        (select coalesce(json_agg(its), '[]') from (
          select category_id as id, count(distinct id)::int as count from sold where category_id is not null group by 1) its) as categories,
        (select count(*)::int from (${those}) its) as count,
        (select coalesce(bool_or(place > ${sql.lit(mostOfSpan)}), false) from looked)
          or (select count(*) > ${sql.lit(mostSpans)} from spans)
          or (select count(*) = ${sql.lit(mostSteps)} from walked) as more,
        (select coalesce(json_agg(row order by place), '[]') from (
          select row_number() over (order by created_at desc, id desc) as place, id from (${those}) its
            order by created_at desc, id desc limit ${limit}::int) page
          join lateral (select ${partColumns} from parts p where p.id = page.id limit 1) row on true) as rows`;
});

/** What is on sale for a vehicle. */
export interface SoldFor {
  /** The years that its parts name. */
  readonly spans: readonly { readonly from: number; readonly to: number }[];
  readonly categories: readonly { readonly id: string; readonly parts: Counted }[];
  /** Of the category, if one was asked for. */
  readonly parts: Counted;
  /** The newest of these. */
  readonly rows: readonly WholePartRow[];
}

/** What is on sale for a vehicle in any of these spellings, in a year or in any. */
export async function findSold(
  db: Database,
  names: readonly NamedModel[],
  wanted: {
    readonly year: number | null;
    readonly category: string | null;
    readonly limit: number;
  },
): Promise<SoldFor> {
  const [found] = await rowsOf(db, soldParts({ ...inColumns(names), ...wanted }));
  if (!found) throw new Error('A statement of one row answered none.');
  const { spans, categories, count, more, rows } = found;
  return {
    spans,
    categories: categories.map((its) => ({ id: its.id, parts: { count: its.count, more } })),
    parts: { count, more },
    rows: rows.map((row) => ({ ...row, created_at: new Date(row.created_at) })),
  };
}

/** Years for which a part of a category is on sale; of no category, too. */
interface SoldSpan {
  readonly from: number;
  readonly to: number;
  readonly category: string | null;
}

const soldSpans = prepared(
  (_db, wanted: Wanted) => sql<SoldSpan>`
    ${soldFor(wanted)} select distinct year_from as "from", year_to as "to", category_id as category from sold`,
);

/** All years and categories for which there are parts for a vehicle. */
export function listSoldSpans(db: Database, names: readonly NamedModel[]): Promise<SoldSpan[]> {
  return rowsOf(db, soldSpans({ ...inColumns(names), year: null }));
}

function inColumns(names: readonly NamedModel[]) {
  return { makes: names.map(({ make }) => make), models: names.map(({ model }) => model) };
}
