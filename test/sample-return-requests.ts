import type { returnCalls } from '#contract/return-calls.ts';
import { honest } from './attack-pictures.ts';
import type { Answer, Person, TestShop } from './harness.ts';
import type { Sample, Scene } from './sample-requests.ts';
import { sendForm } from './upload.ts';

/** An order of 200 pieces of which all were shipped; its id. */
async function shippedOrder({ shop, owner, part }: Scene): Promise<string> {
  const id = await shop.order(owner, part, 200);
  await shop.pay(owner, id);
  const admin = await shop.person('Shipping Admin', { role: 'admin' });
  await shop.request('PATCH', `/api/order/${id}`, { as: admin, body: { status: 'shipped' } });
  return id;
}

const newReturn = {
  reason: 'does-not-fit',
  quantity: 50,
  note: 'The holes are elsewhere.',
  vehicle: 'Audi A3 2004',
};

/** A return that its customer has asked for; its id. */
async function askedReturn(scene: Scene): Promise<string> {
  const path = `/api/orders/${await shippedOrder(scene)}/returns`;
  return (await scene.shop.request('POST', path, { as: scene.owner, body: newReturn })).body
    .insertedId;
}

/** Adds a picture to a return as the page does. */
export async function sendPicture(
  shop: TestShop,
  person: Person,
  { returnId, file }: { returnId: string; file: Uint8Array },
): Promise<Answer> {
  const form = new FormData();
  form.append('image', new Blob([Uint8Array.from(file)]), 'picture.png');
  return sendForm(shop, person, form, `/api/returns/${returnId}/pictures`);
}

const aReturn: Sample = async (scene) => ({ params: { id: await askedReturn(scene) } });

/** Requests for what comes back. */
export const sampleReturnRequests: Record<keyof typeof returnCalls, Sample> = {
  askReturn: async (scene) => ({ params: { id: await shippedOrder(scene) }, body: newReturn }),
  listOrderReturns: async (scene) => ({ params: { id: await shippedOrder(scene) } }),
  withdrawReturn: aReturn,
  addReturnPicture: async (scene) => ({
    params: { id: await askedReturn(scene) },
    file: await honest('png', 64, 48),
  }),
  getReturnPicture: async (scene) => {
    const id = await askedReturn(scene);
    const file = await honest('png', 64, 48);
    const { body } = await sendPicture(scene.shop, scene.owner, { returnId: id, file });
    return { params: { id, picture: body.insertedId } };
  },
  listManagedReturns: async () => ({ query: { status: 'open', limit: '5' } }),
  stepReturn: async (scene) => ({
    params: { id: await askedReturn(scene) },
    body: { step: 'agree', words: 'Send them to 2 Test Street.' },
  }),
};
