import type { OrderHistory } from '#contract/orders.ts';
import { isFullyRefunded, leftToShip, type OrderReader } from '#contract/order-rules.ts';
import { HeldUntil } from './held-until.tsx';
import { inPieces } from '#web/ui/in-pieces.ts';

/** What is true of an order now, in a sentence. */
export function OrderNow({ order, reader }: { order: OrderHistory['order']; reader: OrderReader }) {
  if (order.cancelled) return 'There is nothing to pay, and its pieces are back on sale.';
  if (!order.paid && order.heldUntil !== null)
    return <HeldUntil until={order.heldUntil} pieces={order.quantity} />;
  if (!order.paid) return 'It waits for its payment.';
  if (isFullyRefunded(order)) return 'All of its money went back.';
  if (order.disputedSince !== null && !order.status)
    return 'Its payment is disputed: nothing is shipped until the banks have decided.';
  if (!order.status) return preparing(order, reader);
  const handed = `We have handed it to ${order.carrier ?? 'the carrier'}.`;
  const { refundedQuantity } = order;
  return refundedQuantity === 0
    ? handed
    : `${handed} ${refundedQuantity} of its pieces were refunded and will not come.`;
}

function preparing(order: OrderHistory['order'], reader: OrderReader): string {
  const left = leftToShip(order);
  if (left === order.quantity)
    return reader === 'customer' ? 'We are preparing it.' : 'It is paid and waits to be shipped.';
  return reader === 'customer'
    ? `We are preparing the other ${inPieces(left)}.`
    : `${inPieces(left)} ${left === 1 ? 'waits' : 'wait'} to be shipped.`;
}
