import { expect, it } from 'vitest';
import { expectInvariants } from '#test/invariants.ts';
import { placeBatch } from '#test/place-batch.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

let isDown = false;
const shop = await useShop({
  hears: () => false,
  through: (fetch) => async (input, init) => {
    if (isDown) throw new TypeError('fetch failed');
    return fetch(input, init);
  },
});
const ana = await shop.person('Ana Duarte', { tokenHours: 10_000 });
const admin = await shop.person('Ada Admin', { role: 'admin', tokenHours: 10_000 });
const parts = [await samplePart(shop.db), await samplePart(shop.db), await samplePart(shop.db)];

/** A list of three lines that expires after an hour; of the first a payment is open. */
async function placed() {
  const lines = parts.map((id) => [id, 200] as const);
  const { body } = await placeBatch(shop, ana, lines, { from: '198.51.100.1' });
  const ids: string[] = body.orders.map(({ _id }: { _id: string }) => _id);
  const payment = { price: 2500, orderId: ids[0] };
  const opened = await shop.request('POST', '/api/create-payment-intent', { body: payment });
  const { clientSecret } = opened.body as { clientSecret: string };
  return { batch: body.insertedId as string, ids, clientSecret };
}

const states = async (batch: string) =>
  (await shop.request('GET', `/api/batches/${batch}`, { as: ana })).body.orders.map(
    (order: { paid: boolean; cancelled: boolean }) =>
      order.paid ? 'paid' : order.cancelled ? 'cancelled' : 'unpaid',
  );

it('a line whose payment cannot be ended now stays, the others of its list end; it follows when the provider answers', async () => {
  const { batch } = await placed();
  isDown = true;
  shop.clock.advance(60 * 60_000);
  await shop.everyMinute();
  expect(await states(batch)).toEqual(['unpaid', 'cancelled', 'cancelled']);
  isDown = false;
  await shop.everyMinute();
  expect(await states(batch)).toEqual(['cancelled', 'cancelled', 'cancelled']);
  await expectInvariants(shop);
  const { in_stock } = await shop.db
    .selectFrom('parts')
    .select('in_stock')
    .where('id', '=', parts[0] ?? '')
    .executeTakeFirstOrThrow();
  expect(in_stock).toBe(1000);
});

it('a line that was paid at the provider before is paid, the others of its list end', async () => {
  const { batch, ids, clientSecret } = await placed();
  await shop.sandbox.sandbox.payWithCard(clientSecret, { number: '4242424242424242' });
  const release = { as: admin, body: { orderIds: ids } };
  const { body } = await shop.request('POST', '/api/admin/orders/release', release);
  expect(body.kept).toMatchObject([{ _id: ids[0], error: 'order_paid' }]);
  expect(await states(batch)).toEqual(['paid', 'cancelled', 'cancelled']);
  await expectInvariants(shop);
});

it('a customer and the end of the hold cancel the same lines at once: each once', async () => {
  const lines = parts.map((id) => [id, 200] as const);
  const bob = await shop.person('Bob', { tokenHours: 10_000 });
  const { body } = await placeBatch(shop, bob, lines, { from: '198.51.100.1' });
  shop.clock.advance(60 * 60_000);
  const cancels = body.orders.map(({ _id }: { _id: string }) =>
    shop.request('DELETE', `/api/order?id=${_id}`, { as: bob }),
  );
  await Promise.all([shop.everyMinute(), ...cancels, shop.everyMinute()]);
  await shop.everyMinute();
  const left = await shop.request('GET', `/api/orders?email=${bob.email}`, { as: bob });
  expect(left.body).toEqual([]);
  await expectInvariants(shop);
});
