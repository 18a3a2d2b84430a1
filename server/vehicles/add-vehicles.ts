import type { NewVehicle, NewVehicleName } from '#contract/vehicles.ts';
import { recordAudit } from '#server/audit/store.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Customer } from '#server/http/who.ts';
import type { Shop } from '#server/shop.ts';
import { deleteAdded, isFull, putVehicle, putVehicleName } from './added-vehicles-store.ts';
import { forgetVehicles, vehiclesOf } from './kept-vehicles.ts';

/** Adds a vehicle in the shop's spelling of its make; answers its id. Refuses with `too_many_vehicles`. */
export async function addVehicle(shop: Shop, admin: Customer, wanted: NewVehicle): Promise<string> {
  const vehicles = await vehiclesOf(shop.db);
  const named = vehicles.named(wanted.make, wanted.model);
  const vehicle = { ...wanted, ...named };
  const now = shop.clock.now();
  const id = await inTransaction(shop.db, async (tx) => {
    if (await isFull(tx, 'vehicles')) refuse('too_many_vehicles');
    const added = await putVehicle(tx, vehicle, now);
    await recordAudit(tx, {
      actor: admin,
      now,
      action: 'vehicle added',
      subject: { type: 'vehicle', id: added, name: `${vehicle.make} ${vehicle.model}` },
      after: vehicle,
    });
    return added;
  });
  changed(shop);
  return id;
}

/**
 * Says which vehicle is meant by a name; answers the id of that. Parts with the name get the vehicle within a minute. Refuses with `vehicle_unknown`,
 * `vehicle_known` or `too_many_vehicles`.
 */
export async function addVehicleName(
  shop: Shop,
  admin: Customer,
  wanted: NewVehicleName,
): Promise<string> {
  const vehicles = await vehiclesOf(shop.db);
  if (!vehicles.hasModel(wanted.meansMake, wanted.meansModel)) refuse('vehicle_unknown');
  if (vehicles.hasModel(wanted.make, wanted.model)) refuse('vehicle_known');
  const meant = vehicles.named(wanted.meansMake, wanted.meansModel);
  const name = { ...wanted, meansMake: meant.make, meansModel: meant.model };
  const now = shop.clock.now();
  const id = await inTransaction(shop.db, async (tx) => {
    if (await isFull(tx, 'vehicle_names')) refuse('too_many_vehicles');
    const added = await putVehicleName(tx, name, now);
    await recordAudit(tx, {
      actor: admin,
      now,
      action: 'vehicle name added',
      subject: { type: 'vehicle', id: added, name: `${name.make} ${name.model}` },
      after: name,
    });
    return added;
  });
  changed(shop);
  return id;
}

/** Takes away a vehicle or a name that was added. Refuses with `vehicle_not_found`. */
export async function removeAdded(
  shop: Shop,
  admin: Customer,
  { table, id }: { readonly table: 'vehicles' | 'vehicle_names'; readonly id: string },
): Promise<void> {
  const now = shop.clock.now();
  await inTransaction(shop.db, async (tx) => {
    const before = (await deleteAdded(tx, table, id)) ?? refuse('vehicle_not_found');
    await recordAudit(tx, {
      actor: admin,
      now,
      action: table === 'vehicles' ? 'vehicle deleted' : 'vehicle name deleted',
      subject: { type: 'vehicle', id, name: `${before.make} ${before.model}` },
      before,
    });
  });
  changed(shop);
}

function changed(shop: Shop): void {
  forgetVehicles(shop.db);
  shop.publicPagesChanged();
}
