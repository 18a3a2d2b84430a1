import { endOrders } from '#server/orders/end-orders.ts';
import { remindPayers } from '#server/orders/remind-payers.ts';
import { finishRefunds, reconcilePayments } from '#server/payments/reconcile-payments.ts';
import { inBackground, type Shop } from '#server/shop.ts';

/** What a shop has to look after every minute: payments, refunds, reminders and holds. Any number of copies may do it. */
export async function minutelyWork(shop: Shop): Promise<void> {
  const background = inBackground(shop);
  for (const work of [reconcilePayments, finishRefunds, remindPayers, endOrders]) await work(background);
}
