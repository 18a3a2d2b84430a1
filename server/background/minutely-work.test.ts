import { expect, it } from 'vitest';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';
import { withTimeout } from '#test/with-timeout.ts';

/** The number of calls to a card provider that never answers. */
let unanswered = 0;
let isHanging = false;

const shop = await useShop({
  hears: () => false,
  through: (fetch) => async (input, init) => {
    if (!isHanging) return fetch(input, init);
    unanswered += 1;
    return new Promise(() => undefined);
  },
});

it('a shop that closes waits for its own round, not for a card provider that hangs, and logs no error', async () => {
  const ana = await shop.person('Ana Duarte');
  const disc = await samplePart(shop.db, { inStock: 10_000 });
  for (let count = 0; count < 5; count += 1) {
    const orderId = await shop.order(ana, disc, 200);
    await shop.request('POST', '/api/create-payment-intent', {
      as: ana,
      body: { price: 2500, orderId },
    });
  }
  shop.clock.advance(60_000);
  isHanging = true;
  const round = shop.everyMinute();
  await expect.poll(() => unanswered, { timeout: 30_000 }).toBeGreaterThan(0);

  await shop.endWork();
  // A single call has a timeout of 20 s.
  await withTimeout(15_000, round);
  expect(shop.logged.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)).toEqual(
    [],
  );

  const asked = unanswered;
  shop.clock.advance(60_000);
  await shop.everyMinute();
  expect(unanswered).toBe(asked);
});
