import { orderStatus, type OrderSteps } from '#contract/order-rules.ts';
import { texts } from '#contract/texts.ts';
import { statusTone } from './status-tone.ts';
import type { Tone } from '#web/ui/badge.tsx';

/** An order's status in words for admins: what a customer reads as 'Shipped' is 'Completed' to them (Spec §4), and a dispute is theirs to answer. */
export function adminStatus(order: OrderSteps): string {
  const status = orderStatus(order);
  if (order.disputedSince) return 'Disputed';
  return status === 'Shipped' ? texts.completed : status;
}

/** The colour of it. */
export function adminTone(order: OrderSteps): Tone {
  return order.disputedSince ? 'bad' : statusTone(order);
}
