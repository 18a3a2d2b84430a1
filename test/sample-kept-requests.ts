import { randomUUID } from 'node:crypto';
import type { addressCalls } from '#contract/addresses.ts';
import type { garageCalls } from '#contract/garage.ts';
import type { savedListCalls } from '#contract/saved-lists.ts';
import type { Sample } from './sample-requests.ts';

const nothing: Sample = async () => ({});

const newId: Sample = async () => ({ params: { id: randomUUID() } });

const newList = () => ({
  name: `List ${randomUUID()}`,
  lines: [{ number: 'BD 3122', quantity: 400 }],
});

/** A list that the caller keeps already. */
const savedList: Sample = async ({ shop }, actor) => {
  const id = randomUUID();
  await shop.request('PUT', `/api/my-lists/${id}`, { as: actor, body: newList() });
  return { params: { id } };
};

const golf = { make: 'Volkswagen', model: 'Golf', year: 2015 };

/** A vehicle that the caller keeps already. */
const garageVehicle: Sample = async ({ shop }, actor) => {
  const kept = await shop.request('POST', '/api/my-vehicles', {
    as: actor,
    body: { vehicles: [golf] },
  });
  return { params: { id: kept.body?.vehicles?.[0]?._id ?? randomUUID() } };
};

/** Requests for what customers keep by names of their own, and for their vehicles. */
export const sampleKeptRequests: Record<
  keyof typeof addressCalls | keyof typeof garageCalls | keyof typeof savedListCalls,
  Sample
> = {
  listGarage: nothing,
  keepVehicles: async () => ({ body: { vehicles: [golf] } }),
  renameVehicle: async (scene, actor) => ({
    ...(await garageVehicle(scene, actor)),
    body: { name: 'Van 3' },
  }),
  removeVehicle: garageVehicle,
  listSavedLists: nothing,
  getSavedList: savedList,
  putSavedList: async (scene, actor) => ({ ...(await newId(scene, actor)), body: newList() }),
  renameSavedList: async (scene, actor) => ({
    ...(await savedList(scene, actor)),
    body: { name: `Renamed ${randomUUID()}` },
  }),
  deleteSavedList: savedList,
  listAddresses: nothing,
  putAddress: async (scene, actor) => ({
    ...(await newId(scene, actor)),
    body: {
      name: `Address ${randomUUID()}`,
      address: '12 Dock Road, Leeds',
      phone: '+44 113 496 0000',
      isDefault: false,
    },
  }),
  deleteAddress: newId,
};
