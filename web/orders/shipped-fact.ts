import type { Order } from '#contract/orders.ts';
import type { Fact } from './ordered-part.tsx';

/** What left the shop of an order that is not shipped as a whole, for the details of its row. */
export function shippedFact(order: Order): readonly Fact[] {
  const { quantity, shippedQuantity, refundedQuantity } = order;
  if (shippedQuantity + refundedQuantity === 0 || shippedQuantity === quantity) return [];
  const shipped = `${shippedQuantity} of ${quantity} pieces`;
  return [
    ['Shipped', refundedQuantity === 0 ? shipped : `${shipped}, ${refundedQuantity} refunded`],
  ];
}
