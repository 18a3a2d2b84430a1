import { randomBytes } from 'node:crypto';
import type { AnswerFor } from '#contract/api.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { by, insertOrderEvent } from '#server/history/store.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Customer } from '#server/http/who.ts';
import { oncePerKey } from '#server/idempotency/store.ts';
import type { Shop } from '#server/shop.ts';
import { endOpenPayment } from './end-open-payment.ts';
import { lockPayableOrders, setLinkKey } from './payable-orders.ts';

/**
 * Replaces the pay link of the caller's own unpaid order: an older link can neither see nor pay it any more, nor go on
 * with a payment that it opened. Refuses with `order_not_found`, `order_paid`, `order_being_cancelled`,
 * `order_being_paid`, `cards_unavailable` or `key_reused`. After `order_being_paid` and `cards_unavailable` the link is
 * new already, and a retry ends the payment.
 */
export async function renewPayLink(
  shop: Shop,
  who: Customer,
  { orderId, key }: { orderId: string; key: string | undefined },
): Promise<AnswerFor<'renewPayLink'>> {
  const now = shop.clock.now();
  const asked = { userId: who.userId, key, request: ['renew-pay-link', orderId], now };
  const renewed = await inTransaction(shop.db, (tx) =>
    oncePerKey(tx, asked, async () => {
      const [order] = await lockPayableOrders(tx, [orderId]);
      if (order?.user_id !== who.userId || order.state === 'cancelled') refuse('order_not_found');
      if (order.state === 'cancelling') refuse('order_being_cancelled');
      if (order.state !== 'unpaid') refuse('order_paid');
      const linkKey = randomBytes(16).toString('base64url');
      await setLinkKey(tx, orderId, linkKey);
      await insertOrderEvent(tx, orderId, {
        kind: 'link_renewed',
        ...by('customer', who.userId),
        now,
      });
      return { acknowledged: true as const, linkKey };
    }),
  );
  const payment = await endOpenPayment(shop, orderId, { stayPayable: true });
  if (payment === 'paid') refuse('order_paid');
  if (payment !== 'ended') refuse(payment === 'busy' ? 'order_being_paid' : 'cards_unavailable');
  return renewed;
}
