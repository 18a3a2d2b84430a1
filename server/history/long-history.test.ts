import { describe, expect, it } from 'vitest';
import { by, insertOrderEvents } from './store.ts';
import { placeBatch } from '#test/place-batch.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
const ana = await shop.person('Ana Duarte');

/** More events than a history shows, each in a minute of its own, after what is there; the newest is a dispute. */
async function addEvents(orderId: string): Promise<void> {
  const since = shop.clock.now().getTime();
  const minuteMs = 60_000;
  for (let minute = 1; minute <= 500; minute += 1) {
    const now = new Date(since + minute * minuteMs);
    const kind = minute === 500 ? 'disputed' : 'payment_started';
    await insertOrderEvents(shop.db, [orderId], { kind, ...by('customer', ana.userId), now });
  }
}

describe('a history that is longer than what is shown', () => {
  it('of an order ends with its newest events', async () => {
    const orderId = await shop.order(ana, await samplePart(shop.db), 200);
    await addEvents(orderId);
    const { body } = await shop.request('GET', `/api/orders/${orderId}/history`, { as: ana });
    const kinds = body.events.map(({ kind }: { kind: string }) => kind);
    expect([kinds.length, kinds[0], kinds.at(-1)]).toEqual([500, 'payment_started', 'disputed']);
  });

  it('of a list ends with its newest events', async () => {
    const { body: list } = await placeBatch(shop, ana, [[await samplePart(shop.db), 200]]);
    await addEvents(list.orders[0]._id);
    const address = `/api/batches/${list.insertedId}/history`;
    const { body } = await shop.request('GET', address, { as: ana });
    const kinds = body.events.map(({ kind }: { kind: string }) => kind);
    expect([kinds.length, kinds[0], kinds.at(-1)]).toEqual([500, 'payment_started', 'disputed']);
  });
});
