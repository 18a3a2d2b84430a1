import type { AnswerFor } from '#contract/api.ts';
import { dollarsOf } from '#contract/money.ts';
import { orderNumber } from '#contract/order-rules.ts';
import type { OrderEvent } from '#contract/orders.ts';
import { listOrderEvents, type OrderEventRow } from '#server/history/store.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Customer } from '#server/http/who.ts';
import { findPeople, type People } from '#server/people/store.ts';
import { findBatchTexts } from './batch-store.ts';
import { listShipments } from './shipment-store.ts';
import { showInFull } from './show-order.ts';
import { findOwnOrder } from './store.ts';
import { findReviewOfOrder } from '#server/reviews/store.ts';
import type { Shop } from '#server/shop.ts';
import { listVotesOfReview } from '#server/vehicles/votes-store.ts';

/** An order with its history, for its owner and admins; cancelled ones too. Refuses with `order_not_found`. */
export async function getOrderHistory(
  shop: Shop,
  who: Customer,
  orderId: string,
): Promise<AnswerFor<'getOrderHistory'>> {
  const row = (await findOwnOrder(shop.db, orderId, who)) ?? refuse('order_not_found');
  const [events, shipments, review, fits, textsOf] = await Promise.all([
    listOrderEvents(shop.db, row.id),
    listShipments(shop.db, [row.id]),
    findReviewOfOrder(shop.db, row.id),
    listVotesOfReview(shop.db, row.id),
    findBatchTexts(shop.db, [row]),
  ]);
  const people = who.isAdmin
    ? await findPeople(
        shop.db,
        events.map(({ actor }) => actor),
      )
    : undefined;
  return {
    order: {
      ...showInFull(row, shipments, shop),
      number: orderNumber(row.id),
      ...textsOf(row),
      cancelled: row.state === 'cancelled',
      linkKey: row.user_id === who.userId ? row.link_key : null,
    },
    events: events.map((event) => showEvent(event, people)),
    review: review ? { ...review, fits } : null,
  };
}

/** An event as the wire carries it; without `people` (for customers) nobody of the staff is named. */
export function showEvent(
  event: Omit<OrderEventRow, 'id' | 'order_id'>,
  people?: People,
): OrderEvent {
  const details = event.details as (Partial<Record<string, number>> & { reason?: string }) | null;
  const { amountCents, pieces, shipment } = details ?? {};
  return {
    kind: event.kind,
    createdAt: event.created_at.toISOString(),
    role: event.actor_role,
    actor: people?.nameFor(event.actor) ?? null,
    amount: amountCents === undefined ? null : dollarsOf(amountCents),
    reason: details?.reason ?? null,
    pieces: pieces ?? null,
    shipment: shipment ?? null,
  };
}
