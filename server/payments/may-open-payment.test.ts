import { beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

let disc: string;
let order: string;

const shop = await useShop();
const [ana, ben] = [await shop.person('Ana Duarte'), await shop.person('Ben Okafor')];
beforeEach(async () => {
  shop.clock.advance(3_600_000);
  disc = await samplePart(shop.db);
  order = await shop.order(ana, disc, 200);
});

const open = (orderId: string, sent: { as?: Person; key?: string; price?: number } = {}) =>
  shop.request('POST', '/api/create-payment-intent', {
    ...(sent.as ? { as: sent.as } : {}),
    ...(sent.key ? { key: sent.key } : {}),
    body: { price: sent.price ?? 2500, orderId },
  });

/** Asks for a payment of an order that there is not, from a network address. */
async function openFrom(
  remoteAddress: string,
  number: number,
  headers: Record<string, string> = {},
): Promise<number> {
  const payload = {
    price: 2500,
    orderId: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  };
  return (
    await shop.app.inject({
      method: 'POST',
      url: '/api/create-payment-intent',
      remoteAddress,
      headers,
      payload,
    })
  ).statusCode;
}

describe('opening a payment', () => {
  it('answers the same secret under the same key, and refuses the key for another request', async () => {
    const [first, second] = [
      await open(order, { as: ana, key: 'pay-1' }),
      await open(order, { as: ana, key: 'pay-1' }),
    ];
    const other = await shop.order(ana, disc, 300);
    const reused = await open(other, { as: ana, key: 'pay-1', price: 3750 });

    expect(second.body).toEqual(first.body);
    expect([reused.status, reused.body.clientSecret, reused.body.error]).toEqual([
      422,
      null,
      'key_reused',
    ]);
    expect((await open(other, { as: ben, key: 'pay-1', price: 3750 })).status).toBe(200);
  });

  it('too often for one order is refused for a while, and the neighbours behind the same address go on', async () => {
    const answers = [];
    for (let count = 0; count < 61; count += 1) answers.push(await open(order));
    const refused = answers.at(-1);

    expect(answers.slice(0, 60).every((answer) => answer.status === 200)).toBe(true);
    expect([refused?.status, refused?.body.error]).toEqual([429, 'too_many_requests']);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    const bens = await shop.order(ben, disc, 200);
    expect((await open(bens, { as: ben })).status).toBe(200);
    shop.clock.advance(600_000);
    expect((await open(order)).status).toBe(200);
  });

  it('too often ties no key: a request that was refused for it may be sent as another one', async () => {
    for (let count = 0; count < 60; count += 1) await open(order, { as: ana });
    expect((await open(order, { as: ana, key: 'pay-2' })).status).toBe(429);
    shop.clock.advance(600_000);
    const other = await shop.order(ana, disc, 300);
    expect((await open(other, { as: ana, key: 'pay-2', price: 3750 })).status).toBe(200);
  });

  it('too often from one address is refused there, whatever it calls itself, and nowhere else', async () => {
    const [noisy, quiet] = ['203.0.113.5', '203.0.113.6'];
    const statuses = [];
    for (let count = 0; count < 600; count += 1) statuses.push(await openFrom(noisy, count));
    expect(new Set(statuses)).toEqual(new Set([404]));
    expect(await openFrom(noisy, 600, { 'x-forwarded-for': quiet })).toBe(429);
    expect(await openFrom(quiet, 600)).toBe(404);
    expect((await open(order, { as: ana })).status).toBe(200);
  });
});
