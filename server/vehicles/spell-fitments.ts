import { fitmentKey, type Fitment } from '#contract/part-lists.ts';
import type { ShopVehicles } from './shop-vehicles.ts';

/** Fitments with their vehicles in the shop's spelling; of those that are then the same the last one. */
export function spellFitments(
  fitments: readonly Fitment[],
  vehicles: Pick<ShopVehicles, 'named'>,
): Fitment[] {
  const spelled = fitments.map((one) => ({ ...one, ...vehicles.named(one.make, one.model) }));
  return [...new Map(spelled.map((one) => [fitmentKey(one), one])).values()];
}
