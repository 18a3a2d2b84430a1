import { sql } from 'kysely';
import { prepared, rowsOf } from '#server/db/prepared.ts';
import { together } from '#server/db/together.ts';
import { categoryNames } from '#server/parts/store.ts';
import type { Database } from '#server/shop.ts';

/** Makes, and models of a make, that have pages: a list of more is nobody's way in. */
const mostNames = 2000;

/** Fitments of a name among which a part on sale is looked for. */
const mostLooked = 500;

/** A vehicle as fitments name it. */
export interface NamedModel {
  readonly make: string;
  readonly model: string;
}

export interface CategoryName {
  readonly id: string;
  readonly name: string;
}

// Each steps through the index of fitments from one name to the next (server/parts/vehicles-store.ts). What is ordered as the index is read from it, and not from the whole table.
const steppedMakes = sql`
  with recursive steps as (
    (select make from fitments order by make limit 1)
    union all
    select next.* from steps cross join lateral (
      select f.make from fitments f where f.make > steps.make order by f.make limit 1) next)
  select make from (select make from steps limit ${sql.lit(mostNames)}) named`;

const makeNames = prepared(() => sql<{ make: string }>`${steppedMakes}`);

const soldMakes = prepared(
  () => sql<{ make: string }>`
    ${steppedMakes} where exists (
      select from (select f.part_id from fitments f where f.make = named.make order by f.model, f.year_from, f.year_to, f.part_id limit ${sql.lit(mostLooked)}) its
        join parts on parts.id = its.part_id and parts.archived_at is null)`,
);

const steppedModels = (makes: readonly string[]) => sql`
  with recursive steps as (
    select first.* from unnest(${makes}::text[]) as given (make) cross join lateral (
      select f.make, f.model from fitments f where f.make = given.make order by f.model limit 1) first
    union all
    select next.* from steps cross join lateral (
      select f.make, f.model from fitments f where f.make = steps.make and f.model > steps.model order by f.model limit 1) next)
  select make, model from (select make, model from steps limit ${sql.lit(mostNames)}) named`;

const modelNames = prepared(
  (_db, { makes }: { makes: readonly string[] }) => sql<NamedModel>`${steppedModels(makes)}`,
);

const soldModels = prepared(
  (_db, { makes }: { makes: readonly string[] }) => sql<NamedModel>`
    ${steppedModels(makes)} where exists (
      select from (select f.part_id from fitments f where f.make = named.make and f.model = named.model
          order by f.year_from, f.year_to, f.part_id limit ${sql.lit(mostLooked)}) its
        join parts on parts.id = its.part_id and parts.archived_at is null)`,
);

/** The makes for which a part is on sale, in the order of the index. */
export async function listSoldMakes(db: Database): Promise<string[]> {
  return (await rowsOf(db, soldMakes({}))).map(({ make }) => make);
}

/** The makes that fitments name, likewise, and the categories in their order. */
export async function listMakesAndCategories(
  db: Database,
): Promise<{ readonly makes: readonly string[]; readonly categories: readonly CategoryName[] }> {
  const [makes, categories] = await together(db, [makeNames({}), categoryNames({})]);
  return { makes: makes.map(({ make }) => make), categories };
}

/** The models of these spellings of a make, in the order of the index; `sold`: only those for which a part is on sale. */
export function listModels(
  db: Database,
  makes: readonly string[],
  { sold }: { sold: boolean },
): Promise<NamedModel[]> {
  return rowsOf(db, sold ? soldModels({ makes }) : modelNames({ makes }));
}
