import { hourMs, minuteMs } from '#contract/durations.ts';
import type { Person, TestShop } from './harness.ts';
import { placeBatch } from './place-batch.ts';
import { samplePart } from './samples.ts';

/** A shop with an order of each kind, one review, two receipts, and two lists: one has expired, one was shipped. */
export interface VariedOrders {
  readonly customer: Person;
  readonly part: string;
  readonly orders: Record<'unpaid' | 'paid' | 'shipped' | 'cancelled' | 'refunded', string>;
  /** The payments of the paid order and of the shipped one. */
  readonly transaction: string;
  readonly shippedBy: string;
  /** The list that has expired, its lines, and the lines of the other one. */
  readonly list: string;
  readonly lines: readonly string[];
  readonly sentLines: readonly string[];
}

export async function varyOrders(shop: TestShop, admin: Person): Promise<VariedOrders> {
  const customer = await shop.person('Ada');
  const part = await samplePart(shop.db, { inStock: 10_000 });
  const ordered = () => shop.order(customer, part, 200);
  const orders = {
    unpaid: await ordered(),
    paid: await ordered(),
    shipped: await ordered(),
    cancelled: await ordered(),
    refunded: await ordered(),
  };
  const transaction = await shop.pay(customer, orders.paid);
  const shippedBy = await shop.pay(customer, orders.shipped);
  await shop.pay(customer, orders.refunded);
  await shop.request('POST', `/api/orders/${orders.shipped}/shipments`, {
    as: admin,
    body: { quantity: 50 },
  });
  await shop.request('PATCH', `/api/order/${orders.shipped}`, {
    as: admin,
    body: { status: 'shipped' },
  });
  await shop.request('DELETE', `/api/order?id=${orders.cancelled}`, { as: customer });
  await shop.request('POST', '/api/reviews', {
    as: customer,
    body: {
      productId: part,
      transactionId: transaction,
      rating: 5,
      message: 'Fits.',
      fits: [{ make: 'Toyota', model: 'Tacoma', year: 2010, verdict: 'fits' }],
    },
  });
  await shop.request('POST', `/api/order/${orders.refunded}/refund`, {
    as: admin,
    body: { amount: 2500, reason: 'Cracked', restock: true },
  });
  for (const document of [`receipt/${orders.paid}`, `receipt/${orders.shipped}`])
    await shop.request('GET', `/api/documents/${document}`, { as: customer });
  const expired = await placeList(shop, await shop.person('Bea'), part);
  const sent = await placeList(shop, customer, part);
  for (const line of sent.lines) await shop.pay(customer, line);
  await shop.request('POST', `/api/admin/batches/${sent.id}/ship`, { as: admin });
  shop.clock.advance(hourMs);
  // On a machine whose cores are taken the provider may have been too slow for a call: then the round does it.
  shop.clock.advance(minuteMs);
  await shop.everyMinute();
  return {
    customer,
    part,
    orders,
    transaction,
    shippedBy,
    list: expired.id,
    lines: expired.lines,
    sentLines: sent.lines,
  };
}

/** Of the part and another one. */
async function placeList(shop: TestShop, person: Person, part: string) {
  const both: [string, number][] = [
    [part, 200],
    [await samplePart(shop.db), 200],
  ];
  const { body } = await placeBatch(shop, person, both, { from: '198.51.100.1' });
  return {
    id: String(body.insertedId),
    lines: body.orders.map(({ _id }: { _id: string }) => _id) as string[],
  };
}
