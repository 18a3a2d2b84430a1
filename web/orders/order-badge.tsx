import { orderState, orderWord, type OrderReader } from '#contract/order-rules.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';

/** Amber waits for the customer, grey for the shop; red is money that went or may go back, or an order that ended unpaid. */
const tones: Record<ReturnType<typeof orderState>, Tone> = {
  Unpaid: 'waiting',
  Pending: 'neutral',
  Shipped: 'good',
  Refunded: 'bad',
  Disputed: 'bad',
  Cancelled: 'bad',
};

/** How an order stands, as a word in its colour. */
export function OrderBadge({
  order,
  reader,
}: {
  order: Parameters<typeof orderState>[0];
  reader: OrderReader;
}) {
  return <Badge tone={tones[orderState(order, reader)]}>{orderWord(order, reader)}</Badge>;
}
