import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/shop.ts';

/** A make or a model, as parts name it; both in the shop's spelling. */
interface Named {
  readonly make: string;
  readonly model?: string | undefined;
}

/** Years that a model's parts on sale cover together: from one on, the longest that there is. */
export interface CoveredYears {
  readonly make: string;
  readonly model: string;
  readonly from: number;
  readonly to: number;
}

// Each of these steps through the index of fitments from one value to the next: it takes as long as there are different ones, however many parts there are.
// Archived parts keep their fitments, and lead to nothing. Of what has so many fitments a part on sale is looked for among the latest; where all of these are of archived parts, the others are taken to be on sale.
const mostLooked = 500;

/** SQL: a row where the part of `its` is on sale. One by one: joined at once, so many are expected that all parts would be read. */
const onSale = sql`(select from parts where parts.id = its.part_id and parts.archived_at is null limit 1) sold`;

/** SQL: whether one of the parts looked at is on sale, or there may be more than are looked at. */
const mayBeOnSale = (looked: RawBuilder<unknown>) => sql`(
  exists (select from ${looked} cross join lateral ${onSale}) or (select count(*) from ${looked}) = ${sql.lit(mostLooked)})`;

/** The models of a make for which parts are on sale, in alphabetical order. */
export async function listModels(db: Database, make: string): Promise<string[]> {
  const looked = sql`(select f.part_id from fitments f where f.make = ${make} and f.model = models.model
    order by f.year_from desc, f.year_to desc, f.part_id desc limit ${sql.lit(mostLooked)}) its`;
  const { rows } = await sql<{ model: string }>`
    with recursive models as (
      (select model from fitments where make = ${make} order by model limit 1)
      union all
      select (select f.model from fitments f where f.make = ${make} and f.model > models.model order by f.model limit 1)
        from models where models.model is not null)
    select model from models where model is not null and ${mayBeOnSale(looked)}`.execute(db);
  return rows.map(({ model }) => model);
}

/** The years for which parts are on sale, of all models, of those of a make, or of one model. */
export async function listCoveredYears(db: Database, named?: Named): Promise<CoveredYears[]> {
  const its = conditionsOf(named);
  const looked = sql`(select f.year_to, f.part_id from fitments f where f.make = steps.make and f.model = steps.model and f.year_from = steps.year_from
    order by f.year_to desc, f.part_id desc limit ${sql.lit(mostLooked)}) its`;
  const { rows } = await sql<CoveredYears>`
    with recursive steps as (
      (select f.make, f.model, f.year_from from fitments f where true ${its} order by f.make, f.model, f.year_from limit 1)
      union all
      select next.* from steps cross join lateral (
        select f.make, f.model, f.year_from from fitments f
          where (f.make, f.model, f.year_from) > (steps.make, steps.model, steps.year_from) ${its}
          order by f.make, f.model, f.year_from limit 1) next)
    select * from (
      select make, model, year_from as "from", coalesce(
          (select its.year_to from ${looked} cross join lateral ${onSale} order by its.year_to desc limit 1),
          (select max(its.year_to) from ${looked} having count(*) = ${sql.lit(mostLooked)})) as "to"
        from steps) covered
      where "to" is not null`.execute(db);
  return rows;
}

function conditionsOf(named: Named | undefined): RawBuilder<unknown> {
  if (named === undefined) return sql``;
  const { make, model } = named;
  return model === undefined
    ? sql`and f.make = ${make}`
    : sql`and f.make = ${make} and f.model = ${model}`;
}

/** So many fitments with the same years speak for all of them. */
const mostOfSpan = 200;

/**
 * The engines that parts on sale demand for a vehicle, each once, an empty one where some demand none. `isAll` is false where there are more fitments with the
 * same years than are read.
 */
export async function listDemands(
  db: Database,
  { make, model, year }: { make: string; model: string; year: number },
): Promise<{ readonly demands: readonly string[]; readonly isAll: boolean }> {
  const ofSpan = sql`f.make = ${make} and f.model = ${model} and f.year_from = spans.year_from and f.year_to = spans.year_to`;
  const looked = sql`(select f.part_id from fitments f where ${ofSpan} and f.engine = demanded.engine order by f.part_id desc limit ${sql.lit(mostLooked)}) its`;
  const { rows } = await sql<{ engines: string[]; count: number }>`
    with recursive spans as (
      (select year_from, year_to from fitments where make = ${make} and model = ${model} order by year_from, year_to limit 1)
      union all
      select next.* from spans cross join lateral (
        select f.year_from, f.year_to from fitments f where f.make = ${make} and f.model = ${model}
          and (f.year_from, f.year_to) > (spans.year_from, spans.year_to) order by f.year_from, f.year_to limit 1) next)
    select array(select engine from unnest(read.engines) demanded (engine) where ${mayBeOnSale(looked)}) as engines, read.count
      from spans cross join lateral (
        select coalesce(array_agg(distinct first.engine), '{}') as engines, count(*)::int as count from (
          select f.engine from fitments f where ${ofSpan} limit ${sql.lit(mostOfSpan)}) first) read
      where spans.year_from <= ${year} and spans.year_to >= ${year}`.execute(db);
  return {
    demands: [...new Set(rows.flatMap(({ engines }) => engines))],
    isAll: rows.every(({ count }) => count < mostOfSpan),
  };
}

/** All models with their makes, in alphabetical order, `most` at most. */
export async function listAllModels(
  db: Database,
  most: number,
): Promise<{ make: string; model: string }[]> {
  const { rows } = await sql<{ make: string; model: string }>`
    with recursive models as (
      (select make, model from fitments order by make, model limit 1)
      union all
      select next.* from models cross join lateral (
        select f.make, f.model from fitments f where (f.make, f.model) > (models.make, models.model)
          order by f.make, f.model limit 1) next)
    select make, model from models limit ${most}`.execute(db);
  return rows;
}
