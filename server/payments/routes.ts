import type { Handlers } from '#server/http/serve.ts';
import type { Shop } from '#server/shop.ts';
import { confirmPayment } from './confirm-payment.ts';
import { createPaymentIntent } from './create-payment-intent.ts';

/** The payment calls of Spec §7. */
export function paymentHandlers(shop: Shop): Handlers<'createPaymentIntent' | 'confirmPayment'> {
  return {
    createPaymentIntent: ({ body, who }) => createPaymentIntent(shop, body, who),
    confirmPayment: ({ params, body }) => confirmPayment(shop, { params, body }),
  };
}
