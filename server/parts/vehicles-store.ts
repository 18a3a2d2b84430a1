import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/shop.ts';

/** Vehicles for which there are parts. */
export interface VehiclesKnown {
  /** In alphabetical order. */
  readonly makes: string[];
  /** Of the make. */
  readonly models: string[];
  /** Of the model. */
  readonly spans: { year_from: number; year_to: number }[];
}

/**
 * Makes, models of one of them and spans of years of one of these. Each steps through the index of fitments from one value to the next: it takes as
 * long as there are values, however many parts there are.
 */
export async function listVehicles(
  db: Database,
  make: string | undefined,
  model: string | undefined,
): Promise<VehiclesKnown> {
  const models = make ? modelsOf(make) : sql`'{}'::text[]`;
  const spans = make && model ? spansOf(make, model) : sql`'[]'::json`;
  const { rows } = await sql<VehiclesKnown>`
    select ${makes} as makes, ${models} as models, ${spans} as spans`.execute(db);
  return rows[0] ?? { makes: [], models: [], spans: [] };
}

const makes = sql`array(
  with recursive makes as (
    (select make from fitments order by make limit 1)
    union all
    select (select f.make from fitments f where f.make > makes.make order by f.make limit 1)
      from makes where makes.make is not null)
  select make from makes where make is not null)`;

function modelsOf(make: string): RawBuilder<unknown> {
  return sql`array(
    with recursive models as (
      (select model from fitments where make = ${make} order by model limit 1)
      union all
      select (select f.model from fitments f where f.make = ${make} and f.model > models.model order by f.model limit 1)
        from models where models.model is not null)
    select model from models where model is not null)`;
}

function spansOf(make: string, model: string): RawBuilder<unknown> {
  return sql`(
    with recursive spans as (
      (select year_from, year_to from fitments where make = ${make} and model = ${model} order by year_from, year_to limit 1)
      union all
      select next.* from spans cross join lateral (
        select f.year_from, f.year_to from fitments f where f.make = ${make} and f.model = ${model}
          and (f.year_from, f.year_to) > (spans.year_from, spans.year_to) order by f.year_from, f.year_to limit 1) next)
    select coalesce(json_agg(spans), '[]') from spans)`;
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
