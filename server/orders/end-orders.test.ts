import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';
import { endOrders } from './end-orders.ts';

const hour = 3_600_000;
let disc: string;
let order: string;

/** Whether the card provider is away, and how often it was asked then. */
const provider = { isAway: false, asked: 0 };
const shop = await useShop({
  through: (fetch) => (input, init) => {
    if (!provider.isAway) return fetch(input, init);
    provider.asked += 1;
    return Promise.reject(new TypeError('fetch failed'));
  },
});
const ana = await shop.person('Ana Duarte', { tokenHours: 1000 });
beforeEach(async () => {
  shop.clock.advance(1000);
  disc = await samplePart(shop.db);
  order = await shop.order(ana, disc, 200);
});

const inStock = async () => (await shop.request('GET', `/api/parts/${disc}`)).body.inStock;
const history = async () =>
  (await shop.request('GET', `/api/orders/${order}/history`, { as: ana })).body;

describe('an unpaid order', () => {
  it('says until when it holds its pieces', async () => {
    expect((await history()).order).toMatchObject({
      cancelled: false,
      heldUntil: new Date(shop.clock.now().getTime() + 72 * hour).toISOString(),
    });
  });

  it('is kept for 72 hours, then the shop cancels it and the pieces are on sale again', async () => {
    shop.clock.advance(72 * hour - 1000);
    await shop.everyMinute();
    expect(await inStock()).toBe(800);

    shop.clock.advance(1000);
    await Promise.all([shop.everyMinute(), shop.everyMinute()]);
    expect(await inStock()).toBe(1000);
    expect((await shop.request('GET', `/api/orders/${order}`, { as: ana })).status).toBe(404);
    const { order: ended, events } = await history();
    expect(ended).toMatchObject({ cancelled: true, heldUntil: null });
    expect(events.at(-1)).toMatchObject({ kind: 'expired', role: 'shop' });
  });

  it('ends while the card provider is away, however many with open payments are older; it is asked a few times', async () => {
    const older = new Date(shop.clock.now().getTime() - hour);
    await sql`
      with many as (
        insert into orders (id, part_id, part_name, image, unit_price_cents, quantity, total_cents, user_id, name, email, address,
          phone, state, created_at, held_until)
        select gen_random_uuid(), part_id, part_name, image, unit_price_cents, quantity, total_cents, user_id, name, email, address,
          phone, state, ${older}, ${older} from orders, generate_series(1, 101) where id = ${order}
        returning id, total_cents, created_at
      ), payment as (
        insert into payments (intent_id, order_id, attempt, amount_cents, state, created_at, updated_at, wanted_at)
        select 'pi_' || id, id, 1, total_cents, 'open', created_at, created_at, created_at from many
      )
      insert into payment_lines (intent_id, order_id, attempt, amount_cents, state)
      select 'pi_' || id, id, 1, total_cents, 'open' from many`.execute(shop.db);
    shop.clock.advance(72 * hour);
    provider.isAway = true;
    await endOrders(shop);
    provider.isAway = false;
    expect((await history()).order).toMatchObject({ cancelled: true });
    // Five payments, each asked about and once retried.
    expect(provider.asked).toBe(10);
    for (const table of ['payment_lines', 'payments'] as const)
      await shop.db.deleteFrom(table).where('intent_id', 'like', 'pi\\_%-%').execute();
    await shop.db.deleteFrom('orders').where('created_at', '=', older).execute();
  });

  it('that is paid at the last moment stays paid', async () => {
    shop.clock.advance(72 * hour - 1000);
    await shop.pay(ana, order);
    shop.clock.advance(24 * hour);
    await shop.everyMinute();
    expect(await inStock()).toBe(800);
    expect((await history()).order).toMatchObject({ paid: true, cancelled: false });
  });

  it('that expired takes no payment any more', async () => {
    const opened = await shop.request('POST', '/api/create-payment-intent', {
      as: ana,
      body: { price: 2500, orderId: order },
    });
    const intentId = opened.body.clientSecret.split('_secret_')[0];
    shop.clock.advance(73 * hour);
    await shop.everyMinute();
    const late = await shop.sandbox.sandbox.payWithCard(opened.body.clientSecret, {
      number: '4242424242424242',
      email: ana.email,
    });
    expect(late).toBe('payment_intent_unexpected_state');
    expect((await shop.cards.getIntent(intentId))?.status).toBe('canceled');
    expect(await inStock()).toBe(1000);
  });

  it('whose cancelling a crash cut off is cancelled within two minutes', async () => {
    await shop.db
      .updateTable('orders')
      .set({
        state: 'cancelling',
        cancelled_because: 'customer',
        cancelling_since: shop.clock.now(),
      })
      .where('id', '=', order)
      .execute();
    shop.clock.advance(60_000);
    await shop.everyMinute();
    expect(await inStock()).toBe(1000);
    expect((await history()).events.at(-1)).toMatchObject({ kind: 'cancelled', role: 'customer' });
  });

  it('of an account whose address was taken over is cancelled within a minute, also when a crash kept the sign-in from it', async () => {
    const mallory = await shop.person('Mallory', { emailVerified: false });
    const squatted = await shop.order(mallory, disc, 300);
    await shop.db
      .updateTable('users')
      .set({ replaced_at: shop.clock.now() })
      .where('id', '=', mallory.userId)
      .execute();
    await shop.everyMinute();

    expect(await inStock()).toBe(800);
    const admin = await shop.person('Ada Admin', { role: 'admin' });
    const { order: ended, events } = (
      await shop.request('GET', `/api/orders/${squatted}/history`, { as: admin })
    ).body;
    expect([ended.cancelled, events.at(-1)]).toMatchObject([
      true,
      { kind: 'cancelled', role: 'shop' },
    ]);
    expect((await history()).order).toMatchObject({ cancelled: false });
  });

  it('whose cancelling by an admin was cut off is not said to have been cancelled by its customer', async () => {
    const admin = await shop.person('Ada Admin', { role: 'admin', tokenHours: 1000 });
    await shop.db
      .updateTable('orders')
      .set({ state: 'cancelling', cancelled_because: 'admin', cancelling_since: shop.clock.now() })
      .where('id', '=', order)
      .execute();
    shop.clock.advance(60_000);
    await shop.everyMinute();

    const { events } = (await shop.request('GET', `/api/orders/${order}/history`, { as: admin }))
      .body;
    expect(events.at(-1)).toMatchObject({ kind: 'cancelled', role: 'admin', actor: 'admin' });
    const [change] = (await shop.request('GET', `/api/admin/parts/${disc}/stock`, { as: admin }))
      .body;
    expect(change).toMatchObject({ change: 200, reason: 'cancel', actor: 'admin' });
    const [note] = (await shop.request('GET', '/api/admin/audit', { as: admin })).body;
    expect(note).toMatchObject({ action: 'order cancelled', subjectId: order, actor: 'admin' });
  });
});
