import { centsOf, maxChargeCents, minChargeCents } from '#contract/money.ts';
import type { NewIntent } from '#contract/payments.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Who } from '#server/http/who.ts';
import type { Shop } from '#server/shop.ts';
import { mayUseLink } from './pay-link.ts';
import { findPayableOrders, findUnpaidOrdersOfTotal, type PayableOrder } from './payable-orders.ts';

/**
 * The orders that the caller wants to pay: one that they may pay, several of their own, or, without any (Spec §7 sends the price
 * alone), their only unpaid order of that total.
 * Refuses with `sign_in_required`, `order_not_found`, `pay_link_renewed` or `no_single_order`.
 */
export async function ordersToPay(
  shop: Shop,
  { price, orderId, orderIds, linkKey }: NewIntent,
  who: Who,
): Promise<readonly PayableOrder[]> {
  if (orderId !== undefined) {
    const [order = refuse('order_not_found')] = await findPayableOrders(shop.db, [orderId]);
    mayUseLink(order, who, linkKey);
    return [order];
  }
  if (who.kind === 'guest') refuse('sign_in_required');
  if (orderIds !== undefined) {
    const ids = [...new Set(orderIds)];
    const orders = await findPayableOrders(shop.db, ids);
    const areOwn = orders.every(({ user_id }) => user_id === who.userId);
    return areOwn && orders.length === ids.length ? orders : refuse('order_not_found');
  }
  const cents = centsOf(price);
  const inRange = cents >= minChargeCents && cents <= maxChargeCents;
  const [order, another] = inRange ? await findUnpaidOrdersOfTotal(shop.db, who.userId, cents) : [];
  return order === undefined || another !== undefined ? refuse('no_single_order') : [order];
}

/** Refuses an order that waits for no payment with `order_not_found`, `order_being_cancelled` or `order_paid`. */
export function mayBePaid({ state }: PayableOrder): void {
  if (state === 'unpaid') return;
  if (state === 'cancelled') refuse('order_not_found');
  refuse(state === 'cancelling' ? 'order_being_cancelled' : 'order_paid');
}
