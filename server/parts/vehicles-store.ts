import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/shop.ts';

/** A make or a model, as parts name it; both in the shop's spelling. */
interface Named {
  readonly make: string;
  readonly model?: string | undefined;
}

/** Years that a model's parts cover together: from one on, the longest that there is. */
export interface CoveredYears {
  readonly make: string;
  readonly model: string;
  readonly from: number;
  readonly to: number;
}

// Each of these steps through the index of fitments from one value to the next: it takes as long as there are different ones, however many parts there are.

/** The makes that parts name, in alphabetical order. Asked with a value, because the plan of a statement without one is not kept. */
export async function listMakes(db: Database): Promise<string[]> {
  const { rows } = await sql<{ make: string }>`
    with recursive makes as (
      (select make from fitments where make > ${''} order by make limit 1)
      union all
      select (select f.make from fitments f where f.make > makes.make order by f.make limit 1)
        from makes where makes.make is not null)
    select make from makes where make is not null`.execute(db);
  return rows.map(({ make }) => make);
}

/** The models of a make that parts name. */
export async function listModels(db: Database, make: string): Promise<string[]> {
  const { rows } = await sql<{ model: string }>`
    with recursive models as (
      (select model from fitments where make = ${make} order by model limit 1)
      union all
      select (select f.model from fitments f where f.make = ${make} and f.model > models.model order by f.model limit 1)
        from models where models.model is not null)
    select model from models where model is not null`.execute(db);
  return rows.map(({ model }) => model);
}

/** The years of all models, of those of a make, or of one model. */
export async function listCoveredYears(db: Database, named?: Named): Promise<CoveredYears[]> {
  const its = conditionsOf(named);
  const { rows } = await sql<CoveredYears>`
    with recursive steps as (
      (select f.make, f.model, f.year_from from fitments f where true ${its} order by f.make, f.model, f.year_from limit 1)
      union all
      select next.* from steps cross join lateral (
        select f.make, f.model, f.year_from from fitments f
          where (f.make, f.model, f.year_from) > (steps.make, steps.model, steps.year_from) ${its}
          order by f.make, f.model, f.year_from limit 1) next)
    select make, model, year_from as "from", (
        select f.year_to from fitments f where f.make = steps.make and f.model = steps.model and f.year_from = steps.year_from
          order by f.year_to desc limit 1) as "to"
      from steps`.execute(db);
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
 * The engines that fitments of a vehicle demand, each once, an empty one where some demand none. `isAll` is false where there are more fitments with the
 * same years than are read.
 */
export async function listDemands(
  db: Database,
  { make, model, year }: { make: string; model: string; year: number },
): Promise<{ readonly demands: readonly string[]; readonly isAll: boolean }> {
  const { rows } = await sql<{ engines: string[]; count: number }>`
    with recursive spans as (
      (select year_from, year_to from fitments where make = ${make} and model = ${model} order by year_from, year_to limit 1)
      union all
      select next.* from spans cross join lateral (
        select f.year_from, f.year_to from fitments f where f.make = ${make} and f.model = ${model}
          and (f.year_from, f.year_to) > (spans.year_from, spans.year_to) order by f.year_from, f.year_to limit 1) next)
    select its.engines, its.count from spans cross join lateral (
        select coalesce(array_agg(distinct read.engine), '{}') as engines, count(*)::int as count from (
          select f.engine from fitments f where f.make = ${make} and f.model = ${model}
            and f.year_from = spans.year_from and f.year_to = spans.year_to limit ${mostOfSpan}) read) its
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
