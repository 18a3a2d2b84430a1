import { randomUUID } from 'node:crypto';
import type { addressCalls } from '#contract/addresses.ts';
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

/** Requests for what customers keep by names of their own. */
export const sampleKeptRequests: Record<
  keyof typeof addressCalls | keyof typeof savedListCalls,
  Sample
> = {
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
