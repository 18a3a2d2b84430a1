import type { AnswerFor, InputFor } from '#contract/api.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Shop } from '#server/shop.ts';
import { settle } from './settle.ts';
import { findPayment } from './store.ts';
import { findPayableOrder } from './payable-orders.ts';

/**
 * The client says that an order was paid; the provider is asked whether it was (Spec §7; decisions: Payment).
 * The transaction id is the id of the payment intent; all orders of that payment are settled. Refuses with `invalid_input`, `order_not_found`, `payment_unknown`,
 * `payment_not_confirmed`, `order_paid` or `cards_unavailable`.
 */
export async function confirmPayment(
  shop: Shop,
  { params, body }: InputFor<'confirmPayment'>,
): Promise<AnswerFor<'confirmPayment'>> {
  if (body.orderId !== params.id)
    refuse('invalid_input', {
      details: { issues: [{ field: 'orderId', message: 'Must be the order of the address.' }] },
    });
  // First the payment: what the order is asked about then is no older than it.
  const payment = await findPayment(shop.db, body.transactionId);
  const order = (await findPayableOrder(shop.db, params.id)) ?? refuse('order_not_found');
  // The provider is not asked about an intent that the shop never opened for this order.
  if (payment === undefined || !payment.lines.some(({ orderId }) => orderId === order.id))
    refuse(order.state === 'cancelled' ? 'order_not_found' : 'payment_unknown');
  // The provider's message was faster.
  if (payment.state === 'kept' && order.transaction_id === payment.intent_id)
    return { acknowledged: true };
  const settled = await settle(shop, payment.intent_id);
  if (settled === 'unknown') refuse('payment_unknown');
  const after = await findPayableOrder(shop.db, order.id);
  if (after?.transaction_id === payment.intent_id) return { acknowledged: true };
  if (after?.state === 'cancelled') refuse('order_not_found');
  refuse(
    after?.state === 'paid' || after?.state === 'shipped' ? 'order_paid' : 'payment_not_confirmed',
  );
}
