import { randomUUID } from 'node:crypto';
import { putVehicle, putVehicleName } from '#server/vehicles/added-vehicles-store.ts';
import type { TestShop } from './harness.ts';

interface Scene {
  readonly shop: TestShop;
  readonly part: string;
}

const nothing = async () => ({});
const vehicle = () => ({
  make: 'Škoda',
  model: `Octavia ${randomUUID()}`,
  yearFrom: 2013,
  yearTo: 2020,
  engines: ['2.0 diesel'],
});
const name = () => ({
  make: 'VW',
  model: `Golf ${randomUUID()}`,
  meansMake: 'Volkswagen',
  meansModel: 'Golf',
});

/** A valid request to each call about vehicles. */
export const sampleVehicleRequests = {
  listFits: async ({ part }: Scene) => ({ query: { make: 'Volkswagen', ids: part } }),
  decodeVin: async () => ({ body: { vin: '1HGCM82633A004352' } }),
  getVehiclePage: nothing,
  decodeVins: async () => ({ body: { vins: '1HGCM82633A004352' } }),
  getVehicleCoverage: nothing,
  listFitmentFaults: async () => ({ query: { kind: 'no vehicle' } }),
  getKnownVehicles: async () => ({ query: { make: 'Volkswagen', model: 'Golf' } }),
  listAddedVehicles: nothing,
  addVehicle: async () => ({ body: vehicle() }),
  deleteVehicle: async ({ shop }: Scene) => ({
    params: { id: await putVehicle(shop.db, vehicle(), new Date()) },
  }),
  listVehicleNames: nothing,
  addVehicleName: async () => ({ body: name() }),
  deleteVehicleName: async ({ shop }: Scene) => ({
    params: { id: await putVehicleName(shop.db, name(), new Date()) },
  }),
};
