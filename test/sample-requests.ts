import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { CallName } from '#contract/api.ts';
import { SeenFacts } from '#contract/parts.ts';
import type { demoCalls } from '#contract/site-calls.ts';
import { insertSynonym } from '#server/search/synonyms-store.ts';
import { noteUnbooked } from '#server/unbooked-payments/store.ts';
import { honest } from './attack-pictures.ts';
import type { Person, TestShop } from './harness.ts';
import { sampleIdentityRequests } from './sample-identity-requests.ts';
import { sampleFigureRequests } from './sample-figure-requests.ts';
import { sampleKeptRequests } from './sample-kept-requests.ts';
import { sampleReturnRequests } from './sample-return-requests.ts';
import { sampleVehicleRequests } from './sample-vehicle-requests.ts';
import { sampleImport, sampleList } from './import-files.ts';
import { placeBatch } from './place-batch.ts';
import { samplePart, samplePicture } from './samples.ts';

/** The shop, customer and part that a request is about. */
export interface Scene {
  readonly shop: TestShop;
  /** The customer whose account or order the request is about. */
  readonly owner: Person;
  /** A part on sale with plenty in stock. */
  readonly part: string;
}

/** The input of a call. */
export interface SampleRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly file?: Uint8Array;
  /** In which field of the form; default: image. */
  readonly field?: string;
  /** The browser's cookies of the identity service. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Makes a request of one call. */
export type Sample = (scene: Scene, actor: Person) => Promise<SampleRequest>;

/** Pieces of a sample order; its total is $2500.00. */
const quantity = 200;

/** Makes a scene that shares nothing with others. */
export async function setScene(shop: TestShop, owner: Person): Promise<Scene> {
  return { shop, owner, part: await samplePart(shop.db, { inStock: 1_000_000 }) };
}

const unpaidOrder: Sample = async ({ shop, owner, part }) => ({
  params: { id: await shop.order(owner, part, quantity) },
});
const sampleBatch: Sample = async ({ shop, owner, part }) => ({
  params: { id: (await placeBatch(shop, owner, [[part, quantity]])).body.insertedId },
});
const nothing: Sample = async () => ({});
const thePart: Sample = async ({ part }) => ({ params: { id: part } });
const archivedPart: Sample = async ({ shop }) => {
  const id = await samplePart(shop.db);
  await shop.db
    .updateTable('parts')
    .set({ archived_at: shop.clock.now() })
    .where('id', '=', id)
    .execute();
  return { params: { id } };
};
const soldOutPart: Sample = async ({ shop }) => ({
  params: { id: await samplePart(shop.db, { inStock: 0 }) },
});
const somebody: Sample = async ({ shop }) => ({
  params: { email: (await shop.person('Somebody')).email },
});
const theOwner: Sample = async ({ owner }) => ({ params: { email: owner.email } });

async function paidOrder(
  { shop, part }: Scene,
  buyer: Person,
): Promise<{ id: string; transactionId: string }> {
  const id = await shop.order(buyer, part, quantity);
  return { id, transactionId: await shop.pay(buyer, id) };
}

/** An order that is paid at the provider but not yet in the shop. */
async function paymentToConfirm({ shop, owner, part }: Scene): Promise<SampleRequest> {
  const orderId = await shop.order(owner, part, quantity);
  const { clientSecret } = (
    await shop.request('POST', '/api/create-payment-intent', { body: { price: 2500, orderId } })
  ).body;
  await shop.sandbox.sandbox.payWithCard(clientSecret, { number: '4242424242424242' });
  return {
    params: { id: orderId },
    body: { orderId, transactionId: clientSecret.split('_secret_')[0] },
  };
}

/** A review of an order of the owner's; its id. */
async function sampleReview({ shop, part, ...scene }: Scene): Promise<string> {
  const { transactionId } = await paidOrder({ shop, part, ...scene }, scene.owner);
  await shop.request('POST', '/api/reviews', {
    as: scene.owner,
    body: { productId: part, transactionId, rating: 5, message: 'Fits.' },
  });
  return (await shop.request('GET', `/api/review?productId=${part}&limit=1`)).body[0]._id;
}

async function seenPart({ shop, part }: Scene) {
  return z.parse(SeenFacts, (await shop.request('GET', `/api/parts/${part}`)).body);
}

/** A payment that waits for an admin. */
async function unbookedPayment(shop: TestShop): Promise<string> {
  const now = shop.clock.now();
  const intent_id = `pi_${randomUUID()}`;
  await noteUnbooked(shop.db, {
    intent_id,
    order_id: randomUUID(),
    amount_cents: 250_000,
    currency: 'usd',
    created_at: now,
    found_at: now,
    asked_at: now,
    state: 'paid',
    confirmed_by: null,
    confirmed_at: null,
  });
  return intent_id;
}

/** A request for each call that succeeds for a permitted caller; made anew for each use, because many work once. */
export const sampleRequests = {
  // First, while there are few orders, because it checks all of them.
  getDoctorReport: nothing,
  runDoctor: nothing,
  listUnbookedPayments: nothing,
  refundUnbookedPayments: async ({ shop }) => ({ body: { ids: [await unbookedPayment(shop)] } }),
  listParts: async () => ({ query: { q: 'brake disc', limit: '5' } }),
  getPart: thePart,
  getArchivedPart: archivedPart,
  listRelatedParts: thePart,
  listReviews: async ({ part }) => ({ query: { productId: part } }),
  placeOrder: async ({ part }) => ({
    body: {
      productId: part,
      productName: 'x',
      price: 12.5,
      address: '12 Dock Road, Leeds',
      phone: '+44 20 7946 0111',
      quantity,
    },
  }),
  placeBatch: async ({ part }) => ({
    body: {
      lines: [{ productId: part, quantity, sellTheRest: false }],
      address: '12 Dock Road, Leeds',
      phone: '+44 20 7946 0111',
      poNumber: 'PO 4711',
      note: 'Deliver to the back door.',
      partly: true,
    },
  }),
  listBoughtParts: async ({ part }) => ({ query: { q: 'disc', productId: part } }),
  getBatch: sampleBatch,
  getDocument: async (scene) => ({
    params: { kind: 'receipt', id: (await paidOrder(scene, scene.owner)).id },
  }),
  listOrderDocuments: unpaidOrder,
  listBatchDocuments: sampleBatch,
  shipBatch: async ({ shop, owner, part }) => {
    const { insertedId, orders } = (await placeBatch(shop, owner, [[part, quantity]])).body;
    await shop.pay(owner, orders[0]._id);
    return { params: { id: insertedId }, body: { ids: [orders[0]._id] } };
  },
  cancelBatch: sampleBatch,
  getBatchHistory: sampleBatch,
  listMyOrders: async () => ({ query: { q: 'brake', state: 'unpaid', limit: '5' } }),
  exportMyOrders: async () => ({ query: { state: 'unpaid' } }),
  listOrders: async ({ owner }) => ({ query: { email: owner.email } }),
  getOrder: unpaidOrder,
  getOrderHistory: unpaidOrder,
  renewPayLink: async ({ shop, part }, actor) => ({
    params: { id: await shop.order(actor, part, quantity) },
  }),
  cancelOrder: async (scene, actor) => ({ query: (await unpaidOrder(scene, actor)).params ?? {} }),
  listAllBatches: async () => ({ query: { q: 'PO', state: 'pending', limit: '5' } }),
  countAllBatches: async () => ({ query: { state: 'unpaid' } }),
  listAllOrders: async () => ({ query: { state: 'pending', sort: '-total' } }),
  shipOrder: async (scene) => ({
    params: { id: (await paidOrder(scene, scene.owner)).id },
    body: { status: 'shipped' },
  }),
  shipPieces: async (scene) => ({
    params: { id: (await paidOrder(scene, scene.owner)).id },
    body: {
      quantity: 100,
      carrier: 'Nordfracht',
      trackingNumber: 'NF-0042',
      trackingLink: 'https://nordfracht.example/NF-0042',
    },
  }),
  refundOrder: async (scene) => ({
    params: { id: (await paidOrder(scene, scene.owner)).id },
    body: { amount: 2500, reason: 'Cracked in the box', restock: true },
  }),
  confirmPayment: paymentToConfirm,
  getUser: theOwner,
  getAccountData: theOwner,
  closeAccount: async ({ owner }) => ({
    params: { email: owner.email },
    body: { typedEmail: owner.email },
  }),
  putUser: async ({ owner }) => ({
    params: { email: owner.email },
    body: { name: 'New Name', phone: '+44 20 7946 0222' },
  }),
  listUsers: async () => ({ query: { role: 'admin', sort: 'name' } }),
  makeAdmin: somebody,
  revokeAdmin: async ({ shop }) => ({
    params: { email: (await shop.person('Former Admin', { role: 'admin' })).email },
  }),
  blockUser: somebody,
  unblockUser: somebody,
  endUserSessions: somebody,
  createPaymentIntent: async (scene, actor) => ({
    body: { price: 2500, orderId: (await unpaidOrder(scene, actor)).params?.['id'] },
  }),
  // Reviews are about the caller's own order, whoever that is.
  addReview: async (scene, actor) => {
    const { transactionId } = await paidOrder(scene, actor);
    const fits = [{ make: 'Toyota', model: 'Tacoma', year: 2010, verdict: 'fits' }];
    return { body: { productId: scene.part, transactionId, rating: 4, message: 'Fits.', fits } };
  },
  addPart: async (scene) => ({
    body: {
      name: 'Oil filter',
      image: await samplePicture(scene.shop, scene.owner),
      description: 'Spin-on.',
      price: 4.5,
      orderQuantity: 100,
      quantityStep: 50,
      largestOrder: 100_000,
      packLabel: 'carton of 50',
      priceBreaks: [{ from: 50_000, price: 0.9 }],
      inStock: 5000,
    },
  }),
  deletePart: async ({ shop }) => ({ params: { id: await samplePart(shop.db) } }),
  editPart: async (scene) => {
    const seen = await seenPart(scene);
    return {
      params: { id: scene.part },
      body: {
        seen,
        facts: { ...seen, name: 'Brake disc' },
        stock: { change: 100, reason: 'Counted' },
      },
    };
  },
  adjustStock: async ({ part }) => ({
    params: { id: part },
    body: { change: -100, reason: 'Counted' },
  }),
  restorePart: archivedPart,
  uploadImage: async () => ({ file: await honest('png', 64, 48) }),
  listManagedParts: async () => ({ query: { show: 'low', sort: '-stock' } }),
  getManagedPart: thePart,
  listStockChanges: thePart,
  listSecurityEvents: async () => ({
    query: { kind: 'sign_in_failed', since: '2026-01-01T00:00:00Z' },
  }),
  listAudit: async () => ({ query: { subject: 'part' } }),
  listStockAlerts: nothing,
  askWhenBack: async (scene, actor) => {
    const caller = scene.shop.db.updateTable('users').where('id', '=', actor.userId);
    await caller.set({ email_verified: true }).execute();
    return soldOutPart(scene, actor);
  },
  forgetWhenBack: soldOutPart,
  getHold: nothing,
  releaseOrders: async (scene, actor) => ({
    body: { orderIds: [(await unpaidOrder(scene, actor)).params?.['id']] },
  }),
  listManagedReviews: async ({ shop }) => ({ params: { id: await samplePart(shop.db) } }),
  stepReview: async (scene) => ({
    params: { id: await sampleReview(scene) },
    body: { step: 'reply', reply: 'Thank you.' },
  }),
  listPartTypes: nothing,
  listBrands: async () => ({ query: { q: 'bra' } }),
  countAllOrders: async ({ owner }) => ({ query: { customer: owner.email, state: 'unpaid' } }),
  countManagedParts: async () => ({ query: { show: 'all', q: 'brake' } }),
  countUsers: async () => ({ query: { role: 'user', blocked: 'no' } }),
  exportOrders: async ({ owner }) => ({ query: { customer: owner.email, sort: '-customer' } }),
  exportManagedParts: async () => ({ query: { show: 'low', sort: 'minimum' } }),
  exportUsers: async () => ({ query: { role: 'admin', sort: '-email' } }),
  exportAudit: async () => ({ query: { subject: 'image' } }),
  shipOrders: async (scene) => ({ body: { ids: [(await paidOrder(scene, scene.owner)).id] } }),
  archiveParts: async ({ shop }) => ({ body: { ids: [await samplePart(shop.db)] } }),
  uploadImport: async () => ({
    query: { name: 'parts.csv', supplier: 'Halvorsted' },
    file: Buffer.from(sampleList),
    field: 'file',
  }),
  listImports: async () => ({ query: { limit: '5' } }),
  getImport: async ({ shop }) => ({ params: { id: await sampleImport(shop) } }),
  reopenImport: async ({ shop }) => ({
    params: { id: await sampleImport(shop) },
    body: { delimiter: ';' },
  }),
  checkImport: async ({ shop }) => ({
    params: { id: await sampleImport(shop) },
    body: { fields: ['partNumber', 'name', 'price'], settings: { decimal: '.' } },
  }),
  listImportedParts: async ({ shop }) => ({
    params: { id: await sampleImport(shop) },
    query: { result: 'refused' },
  }),
  listImportFaults: async ({ shop }) => ({ params: { id: await sampleImport(shop) } }),
  exportImportFaults: async ({ shop }) => ({ params: { id: await sampleImport(shop) } }),
  applyImport: async ({ shop }) => ({
    params: { id: await sampleImport(shop, 'applied') },
    body: { ticks: ['price'] },
  }),
  stopImport: async ({ shop }) => ({ params: { id: await sampleImport(shop, 'stopped') } }),
  undoImport: async ({ shop }) => ({ params: { id: await sampleImport(shop, 'undone') } }),
  exportCatalogue: nothing,
  exportCatalogueSheet: nothing,
  getSite: nothing,
  getSettings: nothing,
  saveContact: async ({ shop }) => ({
    body: {
      seen: shop.settings.current.contact,
      value: { email: 'parts@shop.test', phone: '+1 555-0199', street: '2 Test Street' },
    },
  }),
  saveSaleBanner: async ({ shop }) => ({
    body: { seen: shop.settings.current.saleBanner, value: null },
  }),
  listCategories: nothing,
  search: async () => ({ query: { q: 'brake disc 312 mm', stock: 'yes', sort: 'price' } }),
  suggest: async () => ({ query: { q: 'brak' } }),
  checkOrderList: async () => ({ body: { lines: [{ number: 'BD 3122', quantity: 400 }] } }),
  readListFile: async () => ({
    file: new TextEncoder().encode('Number;Pieces\nBD 3122;400\n'),
    field: 'file',
  }),
  getOrderList: nothing,
  putOrderList: async ({ shop }, actor) => {
    const { version } = (await shop.request('GET', '/api/order-list', { as: actor })).body;
    return { body: { lines: [{ number: 'BD 3122', quantity: null }], version } };
  },
  listSynonyms: nothing,
  addSynonym: async () => ({ body: { word: `bouncer ${randomUUID()}`, means: 'shock absorber' } }),
  deleteSynonym: async ({ shop }) => {
    const word = `stopper ${randomUUID()}`;
    const id = await insertSynonym(shop.db, { word, means: 'brake pad' }, word, new Date());
    return { params: { id: id ?? '' } };
  },
  listEmptySearches: nothing,
  listVehicles: async () => ({ query: { make: 'Audi', model: 'A3' } }),
  signOut: nothing,
  ...sampleIdentityRequests,
  ...sampleFigureRequests,
  ...sampleKeptRequests,
  ...sampleReturnRequests,
  ...sampleVehicleRequests,
} satisfies Record<Exclude<CallName, keyof typeof demoCalls>, Sample>;

/** The URL of a request: parameters and query filled in. */
export function addressOf(path: string, { params = {}, query = {} }: SampleRequest): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams(query).toString();
  return `/api${filled}${search === '' ? '' : `?${search}`}`;
}

/** The body of a request: JSON, or a form with the file. */
export function payloadOf({
  body,
  file,
  field = 'image',
}: SampleRequest): { type: string; payload: Buffer } | undefined {
  if (file !== undefined) return formOf(file, field);
  return body === undefined
    ? undefined
    : { type: 'application/json', payload: Buffer.from(JSON.stringify(body)) };
}

/** A form with one file; always with the same boundary, so that equal requests have equal bytes. */
function formOf(file: Uint8Array, field: string): { type: string; payload: Buffer } {
  const boundary = 'underhood-sample-form';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="picture.png"\r\nContent-Type: image/png\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { type: `multipart/form-data; boundary=${boundary}`, payload };
}
