import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

/** Longer than a page waits for an answer, and an answer all the same. */
const slowMs = 1_800;

let isSlow = false;
let hears = false;

const shop = await useShop({
  isInHurry: true,
  through: (fetch) => async (input, init) => {
    const answer = await fetch(input, init);
    if (isSlow) await sleep(slowMs);
    return answer;
  },
  hears: () => hears,
});
const admin = await shop.person('Ada Admin', { role: 'admin' });
const ana = await shop.person('Ana Duarte');
const disc = await samplePart(shop.db, { inStock: 10_000 });
beforeEach(() => {
  [isSlow, hears] = [false, false];
});

const orderOf = async (id: string) =>
  (await shop.request('GET', `/api/orders/${id}`, { as: ana })).body;

/** An order with an open payment; `moveMoney` pays it at the provider, and tells the shop nothing. */
async function opened() {
  const id = await shop.order(ana, disc, 200);
  const { body } = await shop.request('POST', '/api/create-payment-intent', {
    as: ana,
    body: { price: 2500, orderId: id },
  });
  const card = { number: '4242424242424242' };
  return { id, moveMoney: () => shop.sandbox.sandbox.payWithCard(body.clientSecret, card) };
}

/** An order whose money has moved at the provider; nobody has told the shop. */
async function paidUnheard(): Promise<string> {
  const { id, moveMoney } = await opened();
  await moveMoney();
  return id;
}

async function nextMinute(): Promise<void> {
  shop.clock.advance(60_000);
  await shop.everyMinute();
}

describe('a card provider that answers rightly, and later than a page waits', () => {
  it('gets its payments booked by the work in the background', async () => {
    const id = await paidUnheard();
    isSlow = true;
    await nextMinute();
    expect(await orderOf(id)).toMatchObject({ paid: true });
  });

  it('gets its messages believed, for nobody waits at a page for those', async () => {
    const { id, moveMoney } = await opened();
    [isSlow, hears] = [true, true];
    await moveMoney();
    await shop.sandbox.sendEvents();
    expect(await orderOf(id)).toMatchObject({ paid: true });
  });

  it('gets its refunds booked, though the page of the admin could not wait for them', async () => {
    const id = await paidUnheard();
    await nextMinute();
    isSlow = true;
    const body = { amount: 500, reason: 'Two boxes were damaged', restock: false };
    expect(
      (await shop.request('POST', `/api/order/${id}/refund`, { as: admin, body })).status,
    ).toBe(200);
    await nextMinute();
    const refunds = await shop.db
      .selectFrom('refunds')
      .select('state')
      .where('order_id', '=', id)
      .execute();
    expect(refunds).toEqual([{ state: 'done' }]);
  });

  it('gets an order ended whose hold is over', async () => {
    const id = await shop.order(ana, disc, 200);
    await shop.request('POST', '/api/create-payment-intent', {
      as: ana,
      body: { price: 2500, orderId: id },
    });
    isSlow = true;
    shop.clock.advance(73 * 3_600_000);
    await shop.everyMinute();
    const { state } = await shop.db
      .selectFrom('orders')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(state).toBe('cancelled');
  });

  it('is no reason for the doctor to say that it does not answer', async () => {
    isSlow = true;
    const again = await shop.person('Grace Admin', { role: 'admin' });
    const { checks } = (await shop.request('GET', '/api/admin/doctor', { as: again })).body;
    expect(checks.filter(({ status }: { status: string }) => status === 'unknown')).toEqual([]);
  });
});
