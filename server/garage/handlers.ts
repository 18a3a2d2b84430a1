import type { garageCalls } from '#contract/garage.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Handlers } from '#server/http/serve.ts';
import type { Shop } from '#server/shop.ts';
import { keepVehicles } from './keep-vehicles.ts';
import { deleteVehicle, listGarageOf, renameVehicle } from './store.ts';

/** The vehicles that customers keep. */
export function garageHandlers(shop: Shop): Handlers<keyof typeof garageCalls> {
  const { db } = shop;
  return {
    listGarage: ({ who }) => listGarageOf(db, who.userId),

    async keepVehicles({ who, body }) {
      return { acknowledged: true, ...(await keepVehicles(shop, who, body.vehicles)) };
    },

    async renameVehicle({ who: { userId }, params: { id }, body: { name } }) {
      if (!(await renameVehicle(db, { userId, id, name }))) refuse('vehicle_not_found');
      return { acknowledged: true };
    },

    async removeVehicle({ who, params }) {
      await deleteVehicle(db, who.userId, params.id);
      return { acknowledged: true };
    },
  };
}
