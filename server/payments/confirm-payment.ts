import type { AnswerFor, InputFor } from '#contract/api.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Shop } from '#server/shop.ts';
import { settle } from './settle.ts';
import { findPaymentOfOrder } from './store.ts';
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
  const intentId = body.transactionId;
  const { payment_state, ...order } =
    (await findPaymentOfOrder(shop.db, { orderId: params.id, intentId })) ??
    refuse('order_not_found');
  // The provider is not asked about an intent that the shop never opened for this order.
  if (payment_state === null)
    refuse(order.state === 'cancelled' ? 'order_not_found' : 'payment_unknown');
  // The provider's message was faster.
  if (payment_state === 'kept' && order.transaction_id === intentId) return { acknowledged: true };
  const settled = await settle(shop, intentId);
  if (settled === 'unknown') refuse('payment_unknown');
  const after = await findPayableOrder(shop.db, params.id);
  if (after?.transaction_id === intentId) return { acknowledged: true };
  if (after?.state === 'cancelled') refuse('order_not_found');
  refuse(
    after?.state === 'paid' || after?.state === 'shipped' ? 'order_paid' : 'payment_not_confirmed',
  );
}
