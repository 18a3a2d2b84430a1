import { rowsOf } from '#server/db/prepared.ts';
import type { Database } from '#server/shop.ts';
import type { Intent } from '#server/third-parties/cards/port.ts';
import { lockPayableOrders } from './payable-orders.ts';
import { insertingPayment, type Payment } from './store.ts';

/** Writes down an attempt of orders that are here and whose row is missing because of a crash or an older backup. */
export async function insertLostPayment(
  tx: Database,
  { intent, state, now }: { intent: Intent; state: Payment['state']; now: Date },
): Promise<void> {
  const orders = await lockPayableOrders(tx, intent.orderIds);
  const { id: intent_id, amountCents: amount_cents } = intent;
  const lines = orders.map(({ id, total_cents }) => ({
    order_id: id,
    // Of one order what the provider says, even if that is not the order's total.
    amount_cents: orders.length === 1 ? amount_cents : total_cents,
  }));
  const payment = { intent_id, amount_cents, state, lines };
  // Open also when an order is being cancelled or paid: the provider still takes money for it, so it has to be ended there.
  await rowsOf(tx, insertingPayment(payment, { events: [], ifUnpaid: false, now }));
}
