import { engineText } from '#contract/engine-rules.ts';
import type { vehicleCalls } from '#contract/vehicle-calls.ts';
import { mapPage } from '#server/db/page.ts';
import type { Handlers } from '#server/http/serve.ts';
import type { Shop } from '#server/shop.ts';
import { addVehicle, addVehicleName, removeAdded } from './add-vehicles.ts';
import { listAddedVehicles, listVehicleNames } from './added-vehicles-store.ts';
import { vehicleCoverage } from './coverage.ts';
import { listFaults } from './fitments-store.ts';
import { vehiclesOf } from './kept-vehicles.ts';

/** The vehicles that the shop knows, and what its parts say of them. */
export function vehicleHandlers(shop: Shop): Handlers<keyof typeof vehicleCalls> {
  const { db } = shop;
  return {
    getVehicleCoverage: () => vehicleCoverage(db),

    listFitmentFaults: async ({ query }) =>
      mapPage(
        await listFaults(db, query),
        ({ id, name, part_number: partNumber, image, details }) => ({
          _id: id,
          name,
          partNumber,
          image,
          details,
        }),
      ),

    async getKnownVehicles({ query: { make = '', model = '' } }) {
      const vehicles = await vehiclesOf(db);
      const its = vehicles.named(make, model);
      return {
        makes: vehicles.makes(),
        // Of the make that was asked about: a name may mean a model of another one.
        models: make === '' ? [] : vehicles.models(vehicles.spelled(make, '').make),
        years: vehicles.years(its.make, its.model),
        engines: vehicles.engines(its.make, its.model, null).map(engineText),
      };
    },

    listAddedVehicles: async () => (await listAddedVehicles(db)).map(withMoment),

    async addVehicle({ who, body }) {
      return { acknowledged: true, insertedId: await addVehicle(shop, who, body) };
    },

    async deleteVehicle({ who, params: { id } }) {
      await removeAdded(shop, who, { table: 'vehicles', id });
      return { acknowledged: true };
    },

    listVehicleNames: async () => (await listVehicleNames(db)).map(withMoment),

    async addVehicleName({ who, body }) {
      return { acknowledged: true, insertedId: await addVehicleName(shop, who, body) };
    },

    async deleteVehicleName({ who, params: { id } }) {
      await removeAdded(shop, who, { table: 'vehicle_names', id });
      return { acknowledged: true };
    },
  };
}

function withMoment<Row extends { createdAt: Date }>(row: Row) {
  return { ...row, createdAt: row.createdAt.toISOString() };
}
