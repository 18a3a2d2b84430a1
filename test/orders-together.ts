import { expect } from 'vitest';
import { returnPieces } from '#server/orders/store.ts';
import type { Person, ShopOptions } from './harness.ts';
import { mailsTo as mailsToAddress } from './mailbox.ts';
import { samplePart } from './samples.ts';
import { useShop } from './use-shop.ts';

/** What one of these orders costs, in dollars. */
export const each = 2500;

/** A shop whose customers pay several orders together. */
export async function useOrdersTogether(options: Pick<ShopOptions, 'database'> = {}) {
  /** Whether its messages arrive. */
  const provider = { hears: true };
  const shop = await useShop({ ...options, hears: () => provider.hears });
  const admin = await shop.person('Ada Admin', { role: 'admin', tokenHours: 10_000 });
  const disc = await samplePart(shop.db, { inStock: 1_000_000, name: 'Brake disc' });
  const pad = await samplePart(shop.db, { inStock: 1_000_000, name: 'Brake pad' });

  /** A customer with unpaid orders, by id. */
  async function unpaid(count = 3): Promise<{ buyer: Person; orders: string[] }> {
    provider.hears = true;
    shop.clock.advance(60_000);
    const buyer = await shop.person('Ana Duarte');
    const orders: string[] = [];
    for (let made = 0; made < count; made += 1) {
      shop.clock.advance(1000);
      orders.push(await shop.order(buyer, made % 2 === 0 ? disc : pad, 200));
    }
    return { buyer, orders: orders.toSorted() };
  }

  const open = (buyer: Person, orderIds: readonly string[], price = each * orderIds.length) =>
    shop.request('POST', '/api/create-payment-intent', { as: buyer, body: { price, orderIds } });

  async function opened(buyer: Person, orderIds: readonly string[]) {
    const { status, body } = await open(buyer, orderIds);
    expect(status).toBe(200);
    const clientSecret: string = body.clientSecret;
    const card = { number: '4242424242424242', email: buyer.email };
    return {
      id: clientSecret.split('_secret_')[0] ?? '',
      clientSecret,
      byCard: (number = card.number) =>
        shop.sandbox.sandbox.payWithCard(clientSecret, { ...card, number }),
    };
  }

  const confirm = (buyer: Person, orderId: string | undefined, transactionId: string) =>
    shop.request('PATCH', `/api/orders/${orderId}`, {
      as: buyer,
      body: { orderId, transactionId },
    });
  const cancel = (buyer: Person, orderId: string | undefined) =>
    shop.request('DELETE', `/api/order?id=${orderId}`, { as: buyer });
  const stateOf = async (ids: readonly string[]) => {
    const rows = shop.db.selectFrom('orders').select('state').where('id', 'in', ids).orderBy('id');
    return (await rows.execute()).map(({ state }) => state);
  };
  const orderOf = async (id: string | undefined) =>
    (await shop.request('GET', `/api/orders/${id}`, { as: admin })).body;
  const linesOf = async (intentId: string) => {
    const lines = shop.db.selectFrom('payment_lines').select(['order_id', 'state']);
    const rows = await lines.where('intent_id', '=', intentId).orderBy('order_id').execute();
    return rows.map(({ state }) => state);
  };
  const mailsTo = ({ email }: Person) => mailsToAddress(shop.db, email);
  /** Money at the provider of which the shop knows only what the provider tells. */
  async function foreignPayment(orderIds: readonly string[], buyer: Person): Promise<string> {
    const intent = await shop.cards.createIntent({
      orders: orderIds.map((orderId) => ({ orderId, attempt: 90 })),
      amountCents: orderIds.length * each * 100,
      currency: 'usd',
      email: buyer.email,
      shop: shop.paymentMark,
    });
    await shop.sandbox.sandbox.payWithCard(intent.clientSecret, { number: '4242424242424242' });
    return intent.id;
  }
  const refundedOf = async (id: string) => (await shop.cards.getIntent(id))?.refundedCents;
  const dashboard = () => shop.sandbox.sandbox.dashboard;

  /** Three orders that are paid together. */
  async function paid(count = 3) {
    const { buyer, orders } = await unpaid(count);
    const payment = await opened(buyer, orders);
    await payment.byCard();
    await shop.sandbox.sendEvents();
    expect(new Set(await stateOf(orders))).toEqual(new Set(['paid']));
    return { buyer, orders, payment };
  }

  /** Cancels an order whose payment the provider has already, as a copy that was too late would. */
  async function cancelledLate(id: string): Promise<void> {
    const cancelled_at = shop.clock.now();
    const order = await shop.db
      .updateTable('orders')
      .set({ state: 'cancelled', cancelled_at, cancelled_because: 'customer' })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const change = { pieces: order.quantity, reason: 'cancel', actor: 'shop' } as const;
    await returnPieces(shop.db, order, { ...change, now: cancelled_at });
  }
  return {
    shop,
    provider,
    admin,
    disc,
    unpaid,
    open,
    opened,
    paid,
    confirm,
    cancel,
    cancelledLate,
    stateOf,
    orderOf,
    linesOf,
    mailsTo,
    refundedOf,
    foreignPayment,
    dashboard,
  };
}
