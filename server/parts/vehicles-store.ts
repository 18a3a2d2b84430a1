import { sql } from 'kysely';
import type { Database } from '#server/shop.ts';

/*
 * Each of these steps through the index of fitments from one value to the next: they take as long as there are values,
 * however many parts there are.
 */

/** Makes for which there are parts, in alphabetical order. */
export async function listMakes(db: Database): Promise<string[]> {
  const { rows } = await sql<{ make: string }>`
    with recursive makes as (
      (select make from fitments order by make limit 1)
      union all
      select (select f.make from fitments f where f.make > makes.make order by f.make limit 1)
        from makes where makes.make is not null)
    select make from makes where make is not null`.execute(db);
  return rows.map(({ make }) => make);
}

/** Models of a make for which there are parts, in alphabetical order. */
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

/** Spans of model years of one model for which there are parts. */
export async function listYearSpans(
  db: Database,
  make: string,
  model: string,
): Promise<{ year_from: number; year_to: number }[]> {
  const { rows } = await sql<{ year_from: number; year_to: number }>`
    with recursive spans as (
      (select year_from, year_to from fitments where make = ${make} and model = ${model} order by year_from, year_to limit 1)
      union all
      select next.* from spans cross join lateral (
        select f.year_from, f.year_to from fitments f where f.make = ${make} and f.model = ${model}
          and (f.year_from, f.year_to) > (spans.year_from, spans.year_to) order by f.year_from, f.year_to limit 1) next)
    select year_from, year_to from spans`.execute(db);
  return rows;
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
