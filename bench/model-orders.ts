// The orders that benches multiply: made through the shop.
import { randomUUID } from 'node:crypto';
import type { TestShop } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';

export const models = 10;

/** Makes ten orders and answers their ids: eight are paid and shipped, one is paid and given back, one is cancelled. */
export async function makeModels(shop: TestShop): Promise<string[]> {
  const admin = await shop.person('Ada Admin', { role: 'admin' });
  const made: string[] = [];
  for (let place = 0; place < models; place += 1) {
    const buyer = await shop.person(`Buyer ${place}`);
    const part = await samplePart(shop.db, { inStock: 2_000_000_000 });
    const body = {
      productId: part,
      quantity: 200,
      address: '12 Dock Road, Leeds',
      phone: '+44 20 7946 0111',
    };
    const placed = await shop.request('POST', '/api/orders', {
      as: buyer,
      key: randomUUID(),
      body,
    });
    const order: string = placed.body.insertedId;
    if (place === 0) await shop.request('DELETE', `/api/order?id=${order}`, { as: buyer });
    else await shop.pay(buyer, order);
    if (place === 1) {
      const refund = { amount: 2500, reason: 'Arrived damaged', restock: true };
      await shop.request('POST', `/api/order/${order}/refund`, { as: admin, body: refund });
    }
    if (place > 1) {
      const shipped = { status: 'shipped' };
      await shop.request('PATCH', `/api/order/${order}`, { as: admin, body: shipped });
    }
    made.push(order);
  }
  await shop.everyMinute();
  return made;
}
