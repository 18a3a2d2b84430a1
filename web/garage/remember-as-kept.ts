import type { ChosenVehicle } from '#contract/chosen-vehicle.ts';
import { vehicleKey } from '#contract/garage-rules.ts';
import { myVehicle, rememberVehicle } from '#web/vehicle/my-vehicle.ts';

/**
 * Gives the vehicle that this browser remembers the shop's spelling, if it was among those that an account keeps now: an address
 * may have named it in another one, and it would be taken for a vehicle that is not kept.
 */
export function rememberAsKept(
  sent: readonly ChosenVehicle[],
  spelled: readonly ChosenVehicle[] = [],
): void {
  const mine = myVehicle();
  if (mine === undefined) return;
  const its = spelled[sent.findIndex((one) => vehicleKey(one) === vehicleKey(mine))];
  if (its !== undefined && vehicleKey(its) !== vehicleKey(mine)) rememberVehicle(its);
}
