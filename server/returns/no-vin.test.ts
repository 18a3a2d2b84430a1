import { expect, test } from 'vitest';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
const vin = '1HGCM82633A004352';
const accord = { make: 'Honda', model: 'Accord', year: 2003 };

test('a VIN in place of the vehicle of a return is refused, and not kept', async () => {
  const ana = await shop.person('Ana Duarte');
  const admin = await shop.person('Ada Admin', { role: 'admin' });
  const order = await shop.order(ana, await samplePart(shop.db, { inStock: 1000 }), 500);
  await shop.pay(ana, order);
  await shop.request('POST', `/api/orders/${order}/shipments`, {
    as: admin,
    body: { quantity: 500 },
  });
  const ask = (said: object) =>
    shop.request('POST', `/api/orders/${order}/returns`, {
      as: ana,
      body: { reason: 'does-not-fit', quantity: 100, ...said },
    });
  for (const said of [
    { tried: { ...accord, make: vin } },
    { tried: { ...accord, model: vin } },
    { tried: { ...accord, model: `Accord VIN:${vin}` } },
    { vehicle: `Accord ${vin}` },
  ])
    expect(await ask(said)).toMatchObject({
      status: 422,
      body: { error: 'invalid_input', issues: [{ message: 'A VIN is not kept.' }] },
    });
  const { body } = await shop.request('GET', `/api/orders/${order}/returns`, { as: ana });
  expect(body).toEqual({ returnable: 500, returns: [] });
  expect((await ask({ tried: accord })).status).toBe(201);
});
