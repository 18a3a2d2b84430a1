import { mostGarageVehicles, vehicleKey } from '#contract/garage-rules.ts';
import type { ChosenVehicle } from '#contract/chosen-vehicle.ts';
import type { GarageVehicle, KeptVehicle } from '#contract/garage.ts';
import { newId } from '#server/db/new-id.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Customer } from '#server/http/who.ts';
import type { Shop } from '#server/shop.ts';
import { lockOpenUser } from '#server/users/store.ts';
import { vehiclesOf } from '#server/vehicles/kept-vehicles.ts';
import type { ShopVehicles } from '#server/vehicles/shop-vehicles.ts';
import { insertVehicles, listGarageOf, renameVehicle } from './store.ts';

interface Kept {
  readonly added: number;
  readonly leftOut: number;
  readonly vehicles: GarageVehicle[];
  readonly spelled: ChosenVehicle[];
}

/**
 * Keeps vehicles in the shop's spelling, each once. The account is locked, so that two writers count each other's and a closed account
 * gets nothing. Refuses with `session_expired`.
 */
export async function keepVehicles(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  who: Pick<Customer, 'userId' | 'tokenHash'>,
  vehicles: readonly KeptVehicle[],
): Promise<Kept> {
  const known = await vehiclesOf(db);
  const spelled = vehicles.map((one) => inShop(known, one));
  return inTransaction(db, async (tx) => {
    if (!(await lockOpenUser(tx, who))) refuse('session_expired');
    const { userId } = who;
    const kept = await listGarageOf(tx, userId);
    const sent = together(kept, spelled);
    const room = mostGarageVehicles - kept.length;
    const now = clock.now();
    const added = sent.fresh.slice(0, room).map((one) => ({ _id: newId(now), ...one }));
    await insertVehicles(tx, userId, added);
    for (const { _id, name } of sent.named) await renameVehicle(tx, { userId, id: _id, name });
    return {
      added: added.length,
      leftOut: sent.fresh.length - added.length,
      vehicles: await listGarageOf(tx, userId),
      spelled: spelled.map(({ name: _name, ...one }) => one),
    };
  });
}

/** Which of the vehicles that are sent are new, and which of those kept get a name by them. */
function together(
  kept: readonly GarageVehicle[],
  sent: readonly KeptVehicle[],
): { fresh: KeptVehicle[]; named: GarageVehicle[] } {
  const byKey = new Map(kept.map((one) => [vehicleKey(one), one]));
  const fresh = new Map<string, KeptVehicle>();
  const named = new Map<string, GarageVehicle>();
  for (const one of sent) {
    const key = vehicleKey(one);
    const there = byKey.get(key);
    if (there === undefined) fresh.set(key, { ...one, name: fresh.get(key)?.name || one.name });
    else if (there.name === '' && one.name !== '' && !named.has(key))
      named.set(key, { ...there, name: one.name });
  }
  return { fresh: [...fresh.values()], named: [...named.values()] };
}

function inShop(known: ShopVehicles, { make, model, year, engine, name }: KeptVehicle) {
  const spelled = known.named(make, model ?? '');
  return {
    make: spelled.make,
    ...(spelled.model !== '' && { model: spelled.model }),
    ...(year !== undefined && { year }),
    ...(engine !== undefined && engine !== '' && { engine }),
    name,
  };
}
