import { expect } from 'vitest';
import type { Person, TestShop } from '#test/harness.ts';
import type { ModelOrder } from './model.ts';
import { priceCents } from './setting.ts';

/** Compares an order of the shop and its provider with the model: phase, refunds and captured money. */
export async function compareOrder(
  shop: TestShop,
  order: ModelOrder,
  admin: Person,
): Promise<void> {
  const { body } = await shop.request('GET', `/api/orders/${order.id}/history`, { as: admin });
  const real = body.order as {
    paid: boolean;
    status: string | null;
    cancelled: boolean;
    transactionId: string | null;
    refundedTotal: number;
    shippedQuantity: number;
    refundedQuantity: number;
    shipments: { quantity: number }[];
  };
  const phase = real.cancelled
    ? 'cancelled'
    : real.status === 'shipped'
      ? 'shipped'
      : real.paid
        ? 'paid'
        : 'unpaid';
  const { shippedQuantity, refundedQuantity } = real;
  const refunded = Math.round(real.refundedTotal * 100);
  const told = { phase, refunded, shippedQuantity, refundedQuantity };
  expect(told, `order ${order.id}`).toEqual({
    phase: order.phase,
    refunded: order.refundedCents,
    shippedQuantity: order.shipped,
    refundedQuantity: order.dropped,
  });
  expect(real.shipments.reduce((pieces, { quantity }) => pieces + quantity, 0)).toBe(order.shipped);
  const intents = await shop.db
    .selectFrom('payments')
    .select(['intent_id', 'state'])
    .where('order_id', '=', order.id)
    .execute();
  let keptCents = 0;
  for (const { intent_id } of intents) {
    const intent = await shop.cards.getIntent(intent_id);
    if (intent?.status === 'succeeded') keptCents += intent.amountCents - intent.refundedCents;
  }
  const isPaid = order.phase === 'paid' || order.phase === 'shipped';
  expect(keptCents, `money kept for order ${order.id}`).toBe(
    isPaid ? order.totalCents - order.refundedCents : 0,
  );
  if (isPaid && order.isOfPieces)
    expect(keptCents, `money for the pieces kept of order ${order.id}`).toBe(
      (order.quantity - order.dropped) * priceCents,
    );
}
