import { expect, test } from 'vitest';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin' });
const ana = await shop.person('Ana Duarte');
const part = await samplePart(shop.db, { inStock: 10_000 });

const send = (path: string, as: typeof admin, body: object) =>
  shop.request('POST', `/api${path}`, { as, body });

test('a return takes no last money while other pieces of its order are left to ship', async () => {
  const order = await shop.order(ana, part, 500);
  await shop.pay(ana, order);
  const { total } = (await shop.request('GET', `/api/orders/${order}`, { as: ana })).body;
  const discount = { amount: (total / 500) * 200, reason: 'A discount', restock: false };
  expect((await send(`/order/${order}/refund`, admin, discount)).status).toBe(200);
  expect((await send(`/orders/${order}/shipments`, admin, { quantity: 300 })).status).toBe(201);
  const asked = { reason: 'damaged', quantity: 300 };
  const id = (await send(`/orders/${order}/returns`, ana, asked)).body.insertedId;
  const step = (body: object) => send(`/admin/returns/${id}`, admin, body);
  for (const body of [
    { step: 'agree', words: 'Send them.' },
    { step: 'receive', quantity: 300 },
  ])
    expect((await step(body)).status).toBe(200);
  expect(await step({ step: 'settle', restock: 300 })).toMatchObject({
    status: 422,
    body: { error: 'pieces_left_over', left: 200 },
  });
  const left = (total / 500) * 300;
  const less = await step({ step: 'settle', amount: left + 1, restock: 0 });
  expect(less.body).toMatchObject({ error: 'refund_too_large' });
  expect((await send(`/orders/${order}/shipments`, admin, { quantity: 200 })).status).toBe(201);
  expect((await step({ step: 'settle', restock: 300 })).status).toBe(200);
  expect((await shop.request('GET', `/api/orders/${order}`, { as: ana })).body).toMatchObject({
    refundedTotal: total,
    shippedQuantity: 500,
  });
});
