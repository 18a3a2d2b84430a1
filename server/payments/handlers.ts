import type { Handlers } from '#server/http/serve.ts';
import type { Shop } from '#server/shop.ts';
import { confirmPayment } from './confirm-payment.ts';
import { createPaymentIntent } from './create-payment-intent.ts';
import { renewPayLink } from './renew-pay-link.ts';
import { refundOrder } from './refund-order.ts';

/** The payment calls of Spec §7, and refunds. */
export function paymentHandlers(
  shop: Shop,
): Handlers<'createPaymentIntent' | 'confirmPayment' | 'refundOrder' | 'renewPayLink'> {
  return {
    createPaymentIntent: ({ body, who, address, idempotencyKey }) =>
      createPaymentIntent(shop, body, { who, address, key: idempotencyKey }),
    renewPayLink: ({ params, who, idempotencyKey }) =>
      renewPayLink(shop, who, { orderId: params.id, key: idempotencyKey }),
    confirmPayment: ({ params, body }) => confirmPayment(shop, { params, body }),
    refundOrder: ({ params, body, who, idempotencyKey }) =>
      refundOrder(shop, who, { ...body, orderId: params.id, key: idempotencyKey }),
  };
}
