import { daysBefore, partId, type Row } from './demo-rows.ts';
import { randomUUID } from 'node:crypto';
import { newId } from '#server/db/new-id.ts';
import type { DemoPart } from './catalogue.ts';
import { demoAccounts } from './demo-accounts.ts';
import type { DemoOrder } from './orders.ts';

/** An order on its way into the database: the id is needed at the card provider before there is a row. */
export interface PlannedOrder {
  order: DemoOrder;
  id: string;
  totalCents: number;
  transactionId?: string;
}

export function planOrder(order: DemoOrder): PlannedOrder {
  return { order, id: randomUUID(), totalCents: order.part.priceCents * order.quantity };
}

const ago = (now: Date, days: number | undefined) =>
  days === undefined ? null : daysBefore(now, days);

export function orderRow(
  { order, id, totalCents, transactionId }: PlannedOrder,
  userId: string,
  now: Date,
): Row<'orders'> {
  const { part, buyer } = order;
  return {
    id,
    user_id: userId,
    part_id: partId(part),
    part_name: part.name,
    image: part.image,
    unit_price_cents: part.priceCents,
    quantity: order.quantity,
    total_cents: totalCents,
    name: buyer.name,
    email: buyer.email,
    address: buyer.address,
    phone: buyer.phone,
    state: order.state,
    transaction_id: transactionId ?? null,
    created_at: daysBefore(now, order.orderedDaysAgo),
    paid_at: ago(now, order.paidDaysAgo),
    shipped_at: ago(now, order.shippedDaysAgo),
    cancelled_at: ago(now, order.cancelledDaysAgo),
    cancelled_because: order.cancelledBecause ?? null,
    shipped_quantity: order.state === 'shipped' ? order.quantity : 0,
  };
}

/** What left the shop: all pieces at once. */
export function shipmentRows({ order, id }: PlannedOrder, now: Date): Row<'shipments'>[] {
  const shippedAt = ago(now, order.shippedDaysAgo);
  if (shippedAt === null) return [];
  const untracked = { carrier: '', tracking_number: '', tracking_link: '' };
  const parts = { number: 1, quantity: order.quantity };
  return [{ id: newId(shippedAt), order_id: id, ...parts, ...untracked, shipped_at: shippedAt }];
}

/** The order's story as the shop would have written it, with the ids of who did it, which are found by their addresses. */
export function orderEventRows(
  { order, id }: PlannedOrder,
  userIds: ReadonlyMap<string, string>,
  now: Date,
): Row<'order_events'>[] {
  const [buyer, admin] = [order.buyer.email, demoAccounts.admin.email].map(
    (email) => userIds.get(email) ?? '',
  ) as [string, string];
  const at = (
    kind: Row<'order_events'>['kind'],
    days: number | undefined,
    [actor_role, actor]: ['customer' | 'payer' | 'admin' | 'shop', string],
  ) =>
    days === undefined
      ? []
      : [
          {
            id: newId(daysBefore(now, days)),
            order_id: id,
            created_at: daysBefore(now, days),
            kind,
            actor_role,
            actor,
          },
        ];
  const ended = order.cancelledBecause === 'expired' ? 'expired' : 'cancelled';
  return [
    ...at('placed', order.orderedDaysAgo, ['customer', buyer]),
    ...at('paid', order.paidDaysAgo, ['payer', buyer]),
    ...at('shipped', order.shippedDaysAgo, ['admin', admin]),
    ...at(
      ended,
      order.cancelledDaysAgo,
      ended === 'expired' ? ['shop', 'shop'] : ['customer', buyer],
    ),
  ];
}

/** The money the card provider confirmed; none for orders that were never paid. */
export function paymentRows(
  { order, id, totalCents, transactionId }: PlannedOrder,
  now: Date,
): Row<'payments'>[] {
  if (transactionId === undefined) return [];
  const paid = daysBefore(now, order.paidDaysAgo ?? order.orderedDaysAgo);
  return [
    {
      intent_id: transactionId,
      order_id: id,
      attempt: 1,
      amount_cents: totalCents,
      state: 'kept',
      created_at: paid,
      updated_at: paid,
    },
  ];
}

/** What that money is for. */
export function paymentLineRows({
  id,
  totalCents,
  transactionId,
}: PlannedOrder): Row<'payment_lines'>[] {
  if (transactionId === undefined) return [];
  const line = { order_id: id, attempt: 1, amount_cents: totalCents, state: 'kept' } as const;
  return [{ intent_id: transactionId, ...line }];
}

export function reviewRows(
  { order, id }: PlannedOrder,
  userId: string,
  now: Date,
): Row<'reviews'>[] {
  if (!order.review) return [];
  const written = daysBefore(now, order.review.daysAgo);
  return [
    {
      id: newId(written),
      order_id: id,
      part_id: partId(order.part),
      user_id: userId,
      part_name: order.part.name,
      name: order.buyer.name,
      rating: order.review.rating,
      message: order.review.message,
      created_at: written,
      updated_at: written,
    },
  ];
}

interface Movement {
  partId: string;
  delta: number;
  reason: 'opening' | 'order' | 'cancel';
  orderId?: string;
  actor: string;
  at: Date;
}

function ledgerRow({
  partId: part_id,
  delta,
  reason,
  orderId,
  actor,
  at,
}: Movement): Row<'stock_ledger'> {
  return {
    id: newId(at),
    part_id,
    delta,
    reason,
    order_id: orderId ?? null,
    actor,
    created_at: at,
  };
}

/** Every piece that was taken, and every one that came back with a cancelled order. */
export function orderLedgerRows(
  { order, id }: PlannedOrder,
  userId: string,
  now: Date,
): Row<'stock_ledger'>[] {
  const base = {
    partId: partId(order.part),
    orderId: id,
    actor: order.cancelledBecause === 'expired' ? 'shop' : userId,
  };
  const rows = [
    ledgerRow({
      ...base,
      actor: userId,
      delta: -order.quantity,
      reason: 'order',
      at: daysBefore(now, order.orderedDaysAgo),
    }),
  ];
  if (order.state === 'cancelled') {
    rows.push(
      ledgerRow({
        ...base,
        delta: order.quantity,
        reason: 'cancel',
        at: daysBefore(now, order.cancelledDaysAgo ?? 0),
      }),
    );
  }
  return rows;
}

/** What was put on the shelf at first: what is there now and what live orders took (quality, I2). */
export function openingLedgerRows(
  parts: readonly DemoPart[],
  orders: readonly DemoOrder[],
  now: Date,
): Row<'stock_ledger'>[] {
  const taken = new Map<DemoPart, number>();
  for (const order of orders) {
    if (order.state !== 'cancelled')
      taken.set(order.part, (taken.get(order.part) ?? 0) + order.quantity);
  }
  return parts
    .map((part) => ({ part, pieces: part.inStock + (taken.get(part) ?? 0) }))
    .filter(({ pieces }) => pieces > 0)
    .map(({ part, pieces }) =>
      ledgerRow({
        partId: partId(part),
        delta: pieces,
        reason: 'opening',
        actor: 'shop',
        at: daysBefore(now, part.ageInDays),
      }),
    );
}
