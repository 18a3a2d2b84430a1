import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type TestShop } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';
import { returnStock } from './store.ts';

describe.each(engines)('stock (%s)', (engine) => {
  let shop: TestShop;
  let disc: string;
  let other: string;

  beforeAll(async () => {
    shop = await startShop({ database: await databaseOn(engine) });
  });
  beforeEach(async () => {
    [disc, other] = [await samplePart(shop.db), await samplePart(shop.db)];
  });
  afterAll(() => shop.close());

  const stockOf = async (id: string) =>
    (
      await shop.db
        .selectFrom('parts')
        .select('in_stock')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).in_stock;

  it('comes back to its own part only', async () => {
    await returnStock(shop.db, disc, 200);
    expect([await stockOf(disc), await stockOf(other)]).toEqual([1200, 1000]);
  });

  it('is sold once: sixty takers of the last seventeen lots are seventeen', async () => {
    const admin = await shop.person('Adam', { role: 'admin' });
    const lots = await samplePart(shop.db, { inStock: 1700, orderQuantity: 100 });
    const buyers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => shop.person(`Buyer ${n}`)),
    );
    const answers = await Promise.all(
      buyers.map((as, n) =>
        shop.request('POST', '/api/orders', {
          as,
          from: `198.51.${n}.7`,
          body: { productId: lots, quantity: 100, address: '12 Dock Road', phone: '555 0100' },
        }),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted((one, next) => one - next);
    expect(statuses).toEqual([...Array(17).fill(201), ...Array(43).fill(422)]);
    expect(await stockOf(lots)).toBe(0);
    const { sum } = await shop.db
      .selectFrom('stock_ledger')
      .select(({ fn }) => fn.sum<string>('delta').as('sum'))
      .where('part_id', '=', lots)
      .where('reason', '=', 'order')
      .executeTakeFirstOrThrow();
    expect(Number(sum)).toBe(-1700);
    // The one that left fewer than an order needs, and nobody else, told the admins.
    const told = await shop.db
      .selectFrom('mail_outbox')
      .select('event_key')
      .where('recipient', '=', admin.email)
      .execute();
    expect(told).toHaveLength(1);
  });
});
