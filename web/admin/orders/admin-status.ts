import { orderStatus, type OrderSteps } from '#contract/order-rules.ts';
import { texts } from '#contract/texts.ts';

/** An order's status in words for admins: what a customer reads as 'Shipped' is 'Completed' to them (Spec §4). */
export function adminStatus(order: OrderSteps): string {
  const status = orderStatus(order);
  return status === 'Shipped' ? texts.completed : status;
}
