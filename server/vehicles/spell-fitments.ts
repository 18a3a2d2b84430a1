import { fitmentKey, type Fitment } from '#contract/part-lists.ts';
import type { ShopVehicles } from './shop-vehicles.ts';

/** Fitments with their vehicles in the shop's spelling; of those that are then the same the last one, with the years of all: they begin with the same. */
export function spellFitments(
  fitments: readonly Fitment[],
  vehicles: Pick<ShopVehicles, 'named'>,
): Fitment[] {
  const spelled = fitments.map((one) => ({ ...one, ...vehicles.named(one.make, one.model) }));
  const lastYears = new Map<string, number>();
  for (const one of spelled)
    lastYears.set(fitmentKey(one), Math.max(one.yearTo, lastYears.get(fitmentKey(one)) ?? 0));
  const byKey = new Map(spelled.map((one) => [fitmentKey(one), one]));
  return [...byKey].map(([key, one]) => ({ ...one, yearTo: lastYears.get(key) ?? one.yearTo }));
}
