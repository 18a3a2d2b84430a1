import { call } from '#web/api/call.ts';
import { myVehicle } from '#web/vehicle/my-vehicle.ts';
import { groupsOf } from './suggestion-groups.ts';
import type { Suggest } from './use-suggestions.ts';

/** Asks the shop. */
export const suggestFromShop: Suggest = async (text, signal) =>
  groupsOf(text, await call('suggest', { query: { q: text } }, { signal }), myVehicle());
