import { sql } from 'kysely';
import type { NewVehicle, NewVehicleName } from '#contract/vehicles.ts';
import { mostAddedVehicles } from '#contract/vehicle-limits.ts';
import { newId } from '#server/db/new-id.ts';
import type { Database } from '#server/shop.ts';

/** The vehicles and the names that admins added, newest first. */
export async function listAddedVehicles(db: Database) {
  return db
    .selectFrom('vehicles')
    .select(['id as _id', 'make', 'model', 'year_from as yearFrom', 'year_to as yearTo'])
    .select(['engines', 'created_at as createdAt'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostAddedVehicles)
    .execute();
}

export async function listVehicleNames(db: Database) {
  return db
    .selectFrom('vehicle_names')
    .select(['id as _id', 'make', 'model', 'means_make as meansMake', 'means_model as meansModel'])
    .select('created_at as createdAt')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostAddedVehicles)
    .execute();
}

/** How many there are. */
export async function countAdded(
  tx: Database,
  table: 'vehicles' | 'vehicle_names',
): Promise<number> {
  const { count } = await tx
    .selectFrom(table)
    .select((is) => is.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Adds a vehicle, or changes the one that begins with the same year; answers its id. */
export async function putVehicle(tx: Database, wanted: NewVehicle, now: Date): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into vehicles (id, make, model, year_from, year_to, engines, created_at)
      values (${newId(now)}, ${wanted.make}, ${wanted.model}, ${wanted.yearFrom}, ${wanted.yearTo}, ${wanted.engines}::text[], ${now})
      on conflict (lower(make), lower(model), year_from) do update
        set year_to = excluded.year_to, engines = excluded.engines
      returning id`.execute(tx);
  return rows[0]?.id ?? '';
}

/** Adds a name, or changes what it means; answers its id. */
export async function putVehicleName(
  tx: Database,
  wanted: NewVehicleName,
  now: Date,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into vehicle_names (id, make, model, means_make, means_model, created_at)
      values (${newId(now)}, ${wanted.make}, ${wanted.model}, ${wanted.meansMake}, ${wanted.meansModel}, ${now})
      on conflict (lower(make), lower(model)) do update
        set means_make = excluded.means_make, means_model = excluded.means_model
      returning id`.execute(tx);
  return rows[0]?.id ?? '';
}

/** Takes one away; answers what it was called, undefined when there is none. */
export function deleteAdded(
  tx: Database,
  table: 'vehicles' | 'vehicle_names',
  id: string,
): Promise<{ make: string; model: string } | undefined> {
  return tx.deleteFrom(table).where('id', '=', id).returning(['make', 'model']).executeTakeFirst();
}
