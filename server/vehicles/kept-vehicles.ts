import { minuteMs } from '#contract/durations.ts';
import type { Database } from '#server/shop.ts';
import { listAddedVehicles, listVehicleNames } from './added-vehicles-store.ts';
import { ShopVehicles } from './shop-vehicles.ts';

interface Kept {
  readonly vehicles: Promise<ShopVehicles>;
  readonly until: number;
}

const shelves = new WeakMap<object, Kept>();

/**
 * The vehicles that the shop knows, read at most once a minute: what an admin adds at another copy is known here within that. In a transaction they
 * are read anew.
 */
export function vehiclesOf(db: Database): Promise<ShopVehicles> {
  const kept = shelves.get(db);
  if (kept && performance.now() < kept.until) return kept.vehicles;
  const vehicles = Promise.all([listAddedVehicles(db), listVehicleNames(db)]).then(
    ([added, names]) => new ShopVehicles(added, names),
  );
  shelves.set(db, { vehicles, until: performance.now() + minuteMs });
  vehicles.catch(() => shelves.delete(db));
  return vehicles;
}

/** Whoever asks next reads them anew: an admin changed them. */
export function forgetVehicles(db: Database): void {
  shelves.delete(db);
}
