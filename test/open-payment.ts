import { createPaymentIntent } from '#server/payments/create-payment-intent.ts';
import { payInBrowser, sampleOrder, type PaymentShop } from './payment-shop.ts';

/** Somebody with the link asks to open a payment. */
export const byGuest: Parameters<typeof createPaymentIntent>[2] = {
  who: { kind: 'guest', expired: false },
  address: '127.0.0.1',
  key: undefined,
};

/** A new order with an open payment, and functions to pay and read it. */
export async function openPayment(shop: PaymentShop) {
  const orderId = await sampleOrder(shop);
  const { clientSecret } = await createPaymentIntent(shop, { price: 2400, orderId }, byGuest);
  const [intentId = ''] = clientSecret.split('_secret_');
  const payments = shop.db
    .selectFrom('payments')
    .select('state')
    .where('order_id', '=', orderId)
    .orderBy('attempt');
  return {
    orderId,
    intentId,
    pay: (number = '4242424242424242') => payInBrowser(shop.app, { clientSecret, number }),
    state: async () =>
      (
        await shop.db
          .selectFrom('orders')
          .select('state')
          .where('id', '=', orderId)
          .executeTakeFirstOrThrow()
      ).state,
    payments: async () => (await payments.execute()).map(({ state }) => state),
    refunded: async (id = intentId) => (await shop.cards.getIntent(id))?.refundedCents,
  };
}

/** Makes the provider answer the next call, and its retry, with an error. */
export function down({ faults }: PaymentShop): void {
  const failed = async () => new Response('', { status: 500 });
  faults.push(failed, failed);
}
