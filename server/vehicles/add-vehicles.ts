import { mostAddedVehicles } from '#contract/vehicle-limits.ts';
import type { NewVehicle, NewVehicleName } from '#contract/vehicles.ts';
import { recordAudit } from '#server/audit/store.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Customer } from '#server/http/who.ts';
import type { Database, Shop } from '#server/shop.ts';
import { countAdded, deleteAdded, putVehicle, putVehicleName } from './added-vehicles-store.ts';
import { forgetVehicles, vehiclesOf } from './kept-vehicles.ts';

/** What an admin adds, in which table, and what the audit log calls it. */
interface Added {
  readonly table: 'vehicles' | 'vehicle_names';
  readonly what: 'vehicle' | 'vehicle name';
  readonly facts: { readonly make: string; readonly model: string };
  readonly put: (tx: Database, now: Date) => Promise<string>;
}

/** Adds a vehicle in the shop's spelling; answers its id. Refuses with `too_many_vehicles`. */
export async function addVehicle(shop: Shop, admin: Customer, wanted: NewVehicle): Promise<string> {
  const vehicles = await vehiclesOf(shop.db);
  const facts = { ...wanted, ...vehicles.named(wanted.make, wanted.model) };
  return add(shop, admin, {
    table: 'vehicles',
    what: 'vehicle',
    facts,
    put: (tx, now) => putVehicle(tx, facts, now),
  });
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
  const meant = vehicles.named(wanted.meansMake, wanted.meansModel);
  if (!vehicles.hasModel(meant.make, meant.model)) refuse('vehicle_unknown');
  const itself = vehicles.spelled(wanted.make, wanted.model);
  if (vehicles.hasModel(itself.make, itself.model)) refuse('vehicle_known');
  const facts = { ...wanted, meansMake: meant.make, meansModel: meant.model };
  return add(shop, admin, {
    table: 'vehicle_names',
    what: 'vehicle name',
    facts,
    put: (tx, now) => putVehicleName(tx, facts, now),
  });
}

async function add(shop: Shop, admin: Customer, added: Added): Promise<string> {
  const { table, what, facts, put } = added;
  const now = shop.clock.now();
  const id = await inTransaction(shop.db, async (tx) => {
    const its = await put(tx, now);
    // Counted after it, so that what is there already can still be changed.
    if ((await countAdded(tx, table)) > mostAddedVehicles) refuse('too_many_vehicles');
    await recordAudit(tx, {
      actor: admin,
      now,
      action: `${what} added`,
      subject: { type: 'vehicle', id: its, name: `${facts.make} ${facts.model}` },
      after: facts,
    });
    return its;
  });
  changed(shop);
  return id;
}

/** Takes away a vehicle or a name that was added. Refuses with `vehicle_not_found`. */
export async function removeAdded(
  shop: Shop,
  admin: Customer,
  { table, id }: { readonly table: Added['table']; readonly id: string },
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
