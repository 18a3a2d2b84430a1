import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/shop.ts';
import { afterFirstProof } from '#server/users/after-first-proof.ts';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type Person, type TestShop } from '#test/harness.ts';
import { mailsTo } from '#test/mailbox.ts';
import { samplePart } from '#test/samples.ts';

describe.each(engines)('an order that waits for somebody else (%s)', (engine) => {
  let shop: TestShop;
  let ana: Person;
  let disc: string;

  beforeAll(async () => {
    shop = await startShop({ database: await databaseOn(engine) });
  });
  beforeEach(async () => {
    ana = await shop.person('Ana Duarte');
    disc = await samplePart(shop.db);
  });
  afterAll(() => shop.close());

  /** Places an order while another copy of the shop is in the middle of `change`. */
  async function orderWhile(change: (tx: Database) => Promise<unknown>) {
    const changed = Promise.withResolvers<void>();
    const isOrdered = Promise.withResolvers<void>();
    const other = shop.db.transaction().execute(async (tx) => {
      await change(tx);
      changed.resolve();
      await isOrdered.promise;
    });
    await changed.promise;
    const body = {
      productId: disc,
      quantity: 200,
      price: 12.5,
      address: '12 Dock Road, Leeds',
      phone: '+44 20 7946 0111',
    };
    const placed = shop.request('POST', '/api/orders', { as: ana, body });
    await sleep(300);
    isOrdered.resolve();
    await other;
    return placed;
  }
  const stateOf = async () => {
    const orders = await shop.db
      .selectFrom('orders')
      .select('id')
      .where('user_id', '=', ana.userId)
      .execute();
    const part = await shop.db
      .selectFrom('parts')
      .select('in_stock')
      .where('id', '=', disc)
      .executeTakeFirstOrThrow();
    return { orders: orders.length, inStock: part.in_stock };
  };

  it('is made at the price that holds when it has waited', async () => {
    const placed = await orderWhile((tx) =>
      tx.updateTable('parts').set({ price_cents: 1300 }).where('id', '=', disc).execute(),
    );
    expect(placed).toMatchObject({
      status: 201,
      body: { price: 13, total: 2600, priceChanged: true },
    });
  });

  it('is refused by the minimum that holds then', async () => {
    const placed = await orderWhile((tx) =>
      tx.updateTable('parts').set({ order_quantity: 500 }).where('id', '=', disc).execute(),
    );
    expect([placed.status, placed.body.error, placed.body.minimum, placed.body.available]).toEqual([
      422,
      'quantity_out_of_range',
      500,
      1000,
    ]);
    expect(await stateOf()).toEqual({ orders: 0, inStock: 1000 });
  });

  const sell = (pieces: number) => (tx: Database) =>
    tx
      .updateTable('parts')
      .set((is) => ({ in_stock: is('in_stock', '-', pieces) }))
      .where('id', '=', disc)
      .execute();

  it('is refused when too few pieces are left then', async () => {
    const placed = await orderWhile(sell(900));
    expect([placed.status, placed.body.error, placed.body.available]).toEqual([
      422,
      'quantity_out_of_range',
      100,
    ]);
    expect(await stateOf()).toEqual({ orders: 0, inStock: 100 });
  });

  it('takes the last pieces that one order may have, and admins are told', async () => {
    const admin = await shop.person('Ada Admin', { role: 'admin' });
    const placed = await orderWhile(sell(700));
    expect(placed.status).toBe(201);
    expect(await stateOf()).toEqual({ orders: 1, inStock: 100 });
    expect((await mailsTo(shop.db, admin.email)).map(({ subject }) => subject)).toEqual([
      'A part is below its minimum order',
    ]);
  });

  it('leaves just the minimum of a part of which more came meanwhile, and admins are told nothing', async () => {
    disc = await samplePart(shop.db, { inStock: 300 });
    const admin = await shop.person('Ada Admin', { role: 'admin' });
    const placed = await orderWhile(sell(-100));
    expect(placed.status).toBe(201);
    expect(await stateOf()).toEqual({ orders: 1, inStock: 200 });
    expect(await mailsTo(shop.db, admin.email)).toEqual([]);
  });

  it('is refused when no card can pay it any more', async () => {
    const placed = await orderWhile((tx) =>
      tx
        .updateTable('parts')
        .set({ price_cents: 90_000_000, order_quantity: 1 })
        .where('id', '=', disc)
        .execute(),
    );
    expect([placed.status, placed.body.error, placed.body.nearest]).toEqual([
      422,
      'quantity_out_of_range',
      [1],
    ]);
    expect(await stateOf()).toEqual({ orders: 0, inStock: 1000 });
  });

  it('is refused when its part was taken out of the shop', async () => {
    const placed = await orderWhile((tx) =>
      tx
        .updateTable('parts')
        .set({ archived_at: shop.clock.now() })
        .where('id', '=', disc)
        .execute(),
    );
    expect([placed.status, placed.body.error]).toEqual([404, 'part_not_found']);
    expect(await stateOf()).toEqual({ orders: 0, inStock: 1000 });
  });

  it('is refused when somebody else has proven that the address of its account is theirs', async () => {
    const placed = await orderWhile((tx) =>
      tx
        .updateTable('users')
        .set({ replaced_at: shop.clock.now() })
        .where('id', '=', ana.userId)
        .execute(),
    );
    expect([placed.status, placed.body.error]).toEqual([401, 'session_expired']);
    expect(await stateOf()).toEqual({ orders: 0, inStock: 1000 });
  });

  it('is refused when the owner of the mailbox has ended what was signed in before', async () => {
    const newcomer = await shop.person('Newcomer', { emailVerified: false });
    ana = newcomer;
    const { subject, issuer } = await shop.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', newcomer.userId)
      .executeTakeFirstOrThrow();
    const placed = await orderWhile((tx) =>
      afterFirstProof(
        { db: tx, clock: shop.clock, orderHoldHours: 72 },
        { subject, issuer },
        { proof: 'reset' },
      ),
    );
    expect([placed.status, placed.body.error]).toEqual([401, 'session_expired']);
    expect(await stateOf()).toEqual({ orders: 0, inStock: 1000 });
  });
});
