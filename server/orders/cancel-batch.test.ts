import { afterEach, expect, it } from 'vitest';
import { batchNumber } from '#contract/batch-rules.ts';
import type { Person } from '#test/harness.ts';
import { expectInvariants } from '#test/invariants.ts';
import { mailsTo } from '#test/mailbox.ts';
import { placeBatch } from '#test/place-batch.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

/** Down for all calls, or for those whose path says so; and how often it was asked. */
const provider = { isDown: false, failsOn: 'nothing', asked: 0 };
const shop = await useShop({
  hears: () => false,
  through: (fetch) => async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    provider.asked += 1;
    if (provider.isDown || pathname.includes(provider.failsOn)) throw new TypeError('fetch failed');
    return fetch(input, init);
  },
});
const admin = await shop.person('Ada Admin', { role: 'admin', tokenHours: 10_000 });
afterEach(() => expectInvariants(shop));

/** A list of a new customer, each line 200 of the 1,000 pieces of a part of its own. */
async function placed(lines: number) {
  const ana = await shop.person('Ana Duarte', { tokenHours: 10_000 });
  const parts = await Promise.all(Array.from({ length: lines }, () => samplePart(shop.db)));
  const { body } = await placeBatch(
    shop,
    ana,
    parts.map((part) => [part, 200]),
    { from: '198.51.100.1' },
  );
  const ids: string[] = body.orders.map(({ _id }: { _id: string }) => _id);
  return { ana, parts, ids, batch: body.insertedId as string };
}

const cancel = (batch: string, as: Person) =>
  shop.request('DELETE', `/api/batches/${batch}`, { as });
const states = async (batch: string) =>
  (await shop.request('GET', `/api/batches/${batch}`, { as: admin })).body.orders.map(
    (order: { paid: boolean; cancelled: boolean }) =>
      order.paid ? 'paid' : order.cancelled ? 'cancelled' : 'unpaid',
  );
const inStock = async (part = '') => (await shop.request('GET', `/api/parts/${part}`)).body.inStock;
const told = async ({ email }: Person) =>
  (await mailsTo(shop.db, email))
    .map(({ subject }) => subject)
    .filter((subject) => /cancel/.test(subject));
const pays = (ids: string[], as: Person) =>
  shop.request('POST', '/api/create-payment-intent', {
    as,
    body: { price: 2500 * ids.length, orderIds: ids },
  });

it('forty unpaid lines are cancelled at once, told in one mail, and their pieces are on sale again', async () => {
  const { ana, parts, ids, batch } = await placed(40);
  expect((await pays(ids, ana)).status).toBe(200);
  expect(await inStock(parts[39])).toBe(800);
  const { status, body } = await cancel(batch, ana);
  expect([status, body]).toEqual([
    200,
    { acknowledged: true, results: ids.map((_id) => ({ _id, done: true })) },
  ]);
  expect(new Set(await states(batch))).toEqual(new Set(['cancelled']));
  expect([await inStock(parts[0]), await inStock(parts[39])]).toEqual([1000, 1000]);
  expect(await told(ana)).toEqual([`40 parts of your list ${batchNumber(batch)} are cancelled`]);
  const { events } = (await shop.request('GET', `/api/batches/${batch}/history`, { as: ana })).body;
  expect(events.at(-1)).toMatchObject({ kind: 'cancelled', role: 'customer', lines: 40 });
  expect((await cancel(batch, ana)).body).toEqual({ acknowledged: true, results: [] });
  expect(await told(ana)).toHaveLength(1);
});

it('lines that are paid stay, also one whose money the provider has and the shop does not know of yet', async () => {
  const { ana, ids, batch } = await placed(3);
  await shop.pay(ana, ids[0] ?? '');
  const { clientSecret } = (await pays([ids[1] ?? ''], ana)).body;
  await shop.sandbox.sandbox.payWithCard(clientSecret, { number: '4242424242424242' });
  const { body } = await cancel(batch, ana);
  expect(body.results).toEqual([
    { _id: ids[1], done: false, error: 'order_paid', message: expect.any(String) },
    { _id: ids[2], done: true },
  ]);
  expect(await states(batch)).toEqual(['paid', 'paid', 'cancelled']);
});

it('a line whose payment cannot be ended now stays, and can be cancelled later', async () => {
  const { ana, ids, batch } = await placed(2);
  await pays([ids[0] ?? ''], ana);
  provider.isDown = true;
  const { body } = await cancel(batch, ana);
  provider.isDown = false;
  expect(body.results).toMatchObject([
    { _id: ids[0], done: false, error: 'cards_unavailable' },
    { _id: ids[1], done: true },
  ]);
  expect(await states(batch)).toEqual(['unpaid', 'cancelled']);
  expect((await cancel(batch, ana)).body.results).toEqual([{ _id: ids[0], done: true }]);
});

it('a line whose payment was ended is cancelled though its declined cards cannot be counted, and the answer is for each line', async () => {
  const { ana, ids, batch } = await placed(2);
  const { clientSecret } = (await pays([ids[0] ?? ''], ana)).body;
  await shop.sandbox.sandbox.payWithCard(clientSecret, { number: '4000000000000002' });
  // As after a cancel whose answer was lost: the provider refuses to end it again, and shows it.
  await shop.cards.cancelIntent(clientSecret.split('_secret_')[0]);
  provider.failsOn = '/charges';
  const { status, body } = await cancel(batch, ana);
  provider.failsOn = 'nothing';
  expect([status, body.results]).toEqual([200, ids.map((_id) => ({ _id, done: true }))]);
  expect(await states(batch)).toEqual(['cancelled', 'cancelled']);
});

it('a provider that is away is asked once for each payment, and those without a payment are cancelled', async () => {
  const { ana, ids, batch } = await placed(5);
  await pays(ids.slice(0, 3), ana);
  await pays(ids.slice(3, 4), ana);
  Object.assign(provider, { isDown: true, asked: 0 });
  const { body } = await cancel(batch, ana);
  provider.isDown = false;
  // Of two payments, each with its retry.
  expect(provider.asked).toBe(4);
  expect(body.results.map(({ error = 'done' }: { error?: string }) => error)).toEqual([
    ...Array(4).fill('cards_unavailable'),
    'done',
  ]);
  expect(await states(batch)).toEqual([...Array(4).fill('unpaid'), 'cancelled']);
  expect((await cancel(batch, ana)).body.results).toHaveLength(4);
});

it('an admin cancels somebody’s list, each line noted in the audit log; nobody else does', async () => {
  const { ana, ids, batch } = await placed(2);
  const omar = await shop.person('Omar Other');
  expect((await cancel(batch, omar)).body).toMatchObject({
    acknowledged: false,
    error: 'batch_not_found',
  });
  expect((await shop.request('DELETE', `/api/batches/${batch}`)).status).toBe(401);
  expect(await states(batch)).toEqual(['unpaid', 'unpaid']);
  await cancel(batch, admin);
  expect(await told(ana)).toHaveLength(1);
  const { body } = await shop.request('GET', `/api/admin/audit?q=${ids[1]}`, { as: admin });
  expect(body).toEqual([expect.objectContaining({ action: 'order cancelled' })]);
});

it('pressed twice at once each line is cancelled once', async () => {
  const { ana, parts, batch } = await placed(5);
  await Promise.all([cancel(batch, ana), cancel(batch, ana)]);
  expect(new Set(await states(batch))).toEqual(new Set(['cancelled']));
  expect(await inStock(parts[4])).toBe(1000);
});
