import { orderStatus, type OrderSteps } from '#contract/order-rules.ts';
import { texts } from '#contract/texts.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';

/** Who reads how an order stands: what a customer reads as 'Shipped' is 'Completed' to admins (Spec §4). */
export type OrderReader = 'customer' | 'admin';

type State = ReturnType<typeof orderStatus> | 'Disputed' | 'Cancelled';

/** Amber waits for the customer, grey for the shop; red is money that went or may go back, or an order that ended unpaid. */
const tones: Record<State, Tone> = {
  Unpaid: 'waiting',
  Pending: 'neutral',
  Shipped: 'good',
  Refunded: 'bad',
  Disputed: 'bad',
  Cancelled: 'bad',
};

/** How an order stands, in the one word that this reader meets on every page. A dispute is for admins to answer. */
export function orderState(
  order: OrderSteps & { readonly cancelled?: boolean },
  reader: OrderReader,
): { readonly word: string; readonly tone: Tone } {
  const state = stateOf(order, reader);
  const word = state === 'Shipped' && reader === 'admin' ? texts.completed : state;
  return { word, tone: tones[state] };
}

function stateOf(order: OrderSteps & { readonly cancelled?: boolean }, reader: OrderReader): State {
  if (order.cancelled) return 'Cancelled';
  return order.disputedSince && reader === 'admin' ? 'Disputed' : orderStatus(order);
}

/** The word in its colour. */
export function OrderBadge(props: {
  order: OrderSteps & { readonly cancelled?: boolean };
  reader: OrderReader;
}) {
  const { word, tone } = orderState(props.order, props.reader);
  return <Badge tone={tone}>{word}</Badge>;
}
