import type { CompiledQuery } from 'kysely';
import { centsOf, maxChargeCents, minChargeCents } from '#contract/money.ts';
import type { NewIntent } from '#contract/payments.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Who } from '#server/http/who.ts';
import { mayUseLink } from './pay-link.ts';
import {
  wantedOrders,
  wantedOrdersOfTotal,
  type PayableOrder,
  type WantedOrder,
} from './payable-orders.ts';

/** The statement that reads the orders which `ordersToPay` is about. */
export function readingOrders(
  { price, orderId, orderIds }: NewIntent,
  who: Who,
): CompiledQuery<WantedOrder> {
  if (orderId !== undefined) return wantedOrders({ ids: [orderId] });
  if (orderIds !== undefined) return wantedOrders({ ids: orderIds });
  const totalCents = centsOf(price);
  const inRange = totalCents >= minChargeCents && totalCents <= maxChargeCents;
  return who.kind === 'customer' && inRange
    ? wantedOrdersOfTotal({ userId: who.userId, totalCents })
    : wantedOrders({ ids: [] });
}

/**
 * The orders that the caller wants to pay, of those that there are: one that they may pay, several of their own, or, without any
 * (Spec §7 sends the price alone), their only unpaid order of that total.
 * Refuses with `sign_in_required`, `order_not_found`, `pay_link_renewed` or `no_single_order`.
 */
export function ordersToPay(
  found: readonly WantedOrder[],
  { orderId, orderIds, linkKey }: NewIntent,
  who: Who,
): readonly WantedOrder[] {
  const [order, another] = found;
  if (orderId !== undefined) {
    if (order === undefined) refuse('order_not_found');
    mayUseLink(order, who, linkKey);
    return found;
  }
  if (who.kind === 'guest') refuse('sign_in_required');
  if (orderIds !== undefined) {
    const areOwn = found.every(({ user_id }) => user_id === who.userId);
    return areOwn && found.length === new Set(orderIds).size ? found : refuse('order_not_found');
  }
  return order === undefined || another !== undefined ? refuse('no_single_order') : found;
}

/** Refuses an order that waits for no payment with `order_not_found`, `order_being_cancelled` or `order_paid`. */
export function mayBePaid({ state }: PayableOrder): void {
  if (state === 'unpaid') return;
  if (state === 'cancelled') refuse('order_not_found');
  refuse(state === 'cancelling' ? 'order_being_cancelled' : 'order_paid');
}
