import { orderStatus, type OrderSteps } from '#contract/order-rules.ts';
import type { Tone } from '#web/ui/badge.tsx';

const tones: Record<ReturnType<typeof orderStatus>, Tone> = {
  Unpaid: 'waiting',
  Pending: 'neutral',
  Shipped: 'good',
  Refunded: 'neutral',
};

/** The colour of an order's status. */
export function statusTone(order: OrderSteps): Tone {
  return tones[orderStatus(order)];
}
