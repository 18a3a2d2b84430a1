import { isDeepStrictEqual } from 'node:util';
import type { Fitment } from '#contract/part-lists.ts';
import { inOrder } from '#server/parts/part-lists.ts';
import type { ShopVehicles } from '#server/vehicles/shop-vehicles.ts';
import { spellFitments } from '#server/vehicles/spell-fitments.ts';
import { digestOf, type PartState } from './part-state.ts';

/**
 * What an import notes of a part as it leaves it: its digest, and its vehicles where the shop does not know one of them. Those get other
 * names as soon as an admin explains them, and nobody edited the part then.
 */
export function noteOfState(state: PartState, vehicles: Pick<ShopVehicles, 'hasModel'>): string {
  const digest = digestOf(state);
  const isAllKnown = state.fitments.every(({ make, model }) => vehicles.hasModel(make, model));
  return isAllKnown ? digest : `${digest} ${JSON.stringify(state.fitments)}`;
}

/** Whether a part, with its vehicles in the shop's spelling, is as an import noted that it left it. */
export function isAsLeft(
  state: PartState,
  note: string | null,
  vehicles: Pick<ShopVehicles, 'named'>,
): boolean {
  const [digest, ...noted] = (note ?? '').split(' ');
  if (digestOf(state) === digest) return true;
  if (noted.length === 0) return false;
  const fitments = JSON.parse(noted.join(' ')) as Fitment[];
  return (
    isDeepStrictEqual(inOrder(spellFitments(fitments, vehicles)), state.fitments) &&
    digestOf({ ...state, fitments }) === digest
  );
}
