import { vehicleKey } from '#contract/garage-rules.ts';
import type { GarageVehicle } from '#contract/garage.ts';
import type { Database } from '#server/shop.ts';

/** The vehicles that a customer keeps, the first one first. */
export async function listGarageOf(db: Database, userId: string): Promise<GarageVehicle[]> {
  const rows = await db
    .selectFrom('garage_vehicles')
    .select(['id', 'make', 'model', 'year', 'engine', 'name'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map(({ id, make, model, year, engine, name }) => ({
    _id: id,
    make,
    ...(model !== '' && { model }),
    ...(year !== null && { year }),
    ...(engine !== '' && { engine }),
    name,
  }));
}

export async function insertVehicles(
  tx: Database,
  userId: string,
  vehicles: readonly GarageVehicle[],
): Promise<void> {
  if (vehicles.length === 0) return;
  const rows = vehicles.map((vehicle) => ({
    user_id: userId,
    id: vehicle._id,
    make: vehicle.make,
    model: vehicle.model ?? '',
    year: vehicle.year ?? null,
    engine: vehicle.engine ?? '',
    name: vehicle.name,
    vehicle_key: vehicleKey(vehicle),
  }));
  await tx.insertInto('garage_vehicles').values(rows).execute();
}

/** Answers whether there is such a vehicle. */
export async function renameVehicle(
  db: Database,
  { userId, id, name }: { userId: string; id: string; name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('garage_vehicles')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteVehicle(db: Database, userId: string, id: string): Promise<void> {
  await db
    .deleteFrom('garage_vehicles')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
}

/** Of an account that is closed, removed, or passes to another person. */
export async function deleteGarageOf(tx: Database, userId: string): Promise<void> {
  await tx.deleteFrom('garage_vehicles').where('user_id', '=', userId).execute();
}
