import { sql, type Selectable } from 'kysely';
import { newId } from '#server/db/new-id.ts';
import type { Tables } from '#server/db/schema.ts';
import { heldUntilColumn, holding } from '#server/holds/held-until.ts';
import { insertLedgerRow, returnStock } from '#server/parts/store.ts';
import type { Database } from '#server/shop.ts';

/** An order's row. */
export type OrderRow = Selectable<Tables['orders']>;

/** Why an order was cancelled. */
export type CancelReason = NonNullable<OrderRow['cancelled_because']>;

/** Whose orders a caller may touch: one customer's own, or everybody's for an admin. */
export interface OrderScope {
  readonly userId: string;
  readonly isAdmin: boolean;
}

type OrderOfPart = Pick<OrderRow, 'id' | 'part_id'>;

/** The row of the stock ledger of pieces that an order takes, or gives back. */
export function stockChange(
  { id, part_id }: OrderOfPart,
  { pieces, reason, actor, now }: StockChange,
): Selectable<Tables['stock_ledger']> {
  const delta = reason === 'order' ? -pieces : pieces;
  return { id: newId(now), part_id, delta, reason, order_id: id, actor, note: '', created_at: now };
}

interface StockChange {
  /** At least 1. */
  readonly pieces: number;
  readonly reason: 'order' | 'cancel' | 'refund';
  readonly actor: string;
  readonly now: Date;
}

/**
 * Puts pieces of an order back on sale, with their row in the stock ledger. Those of a paid order are counted by the caller,
 * who has locked it, in its `restocked_quantity`.
 */
export async function returnPieces(
  tx: Database,
  order: OrderOfPart,
  change: StockChange & { readonly reason: 'cancel' | 'refund' },
): Promise<void> {
  await returnStock(tx, order.part_id, change.pieces);
  await insertLedgerRow(tx, stockChange(order, change));
}

/** One order that is not cancelled, whoever asks; undefined when there is none. */
export function findOrder(db: Database, id: string): Promise<OrderRow | undefined> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .where('state', '<>', 'cancelled')
    .executeTakeFirst();
}

/** One order of the caller's scope, cancelled ones too; undefined when there is none. */
export function findOwnOrder(
  db: Database,
  id: string,
  whose: OrderScope,
): Promise<OrderRow | undefined> {
  let rows = db.selectFrom('orders').selectAll().where('id', '=', id);
  if (!whose.isAdmin) rows = rows.where('user_id', '=', whose.userId);
  return rows.executeTakeFirst();
}

/** Pieces that are still to be shipped, of a paid order. */
export function leftToShip(
  order: Pick<OrderRow, 'quantity' | 'shipped_quantity' | 'refunded_quantity'>,
): number {
  return order.quantity - order.shipped_quantity - order.refunded_quantity;
}

/** When the last shipment of an order left; null before the first. */
export async function lastShippedAt(db: Database, orderId: string): Promise<Date | null> {
  const last = await db
    .selectFrom('shipments')
    .select('shipped_at')
    .where('order_id', '=', orderId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.shipped_at ?? null;
}

/**
 * SQL: why an order is cancelled now. One of whoever lost the account to its owner keeps that reason, whoever else cancels it:
 * see `stopCancelling`.
 */
export function reasonToEnd(because: CancelReason) {
  return sql<CancelReason>`case when cancelled_because = 'account_replaced' then cancelled_because else ${because} end`;
}

/** Unpaid → cancelling: from here on no new payment is opened. Undefined when it is not unpaid, or not the caller's. */
export function startCancelling(
  db: Database,
  id: string,
  { whose, because, now }: { whose: OrderScope; because: CancelReason; now: Date },
): Promise<OrderRow | undefined> {
  let order = db
    .updateTable('orders')
    .set({ state: 'cancelling', cancelled_because: reasonToEnd(because), cancelling_since: now })
    .where('id', '=', id)
    .where('state', 'in', holding);
  if (!whose.isAdmin) order = order.where('user_id', '=', whose.userId);
  return order.returningAll().executeTakeFirst();
}

/**
 * Cancelling → unpaid: the payment could not be ended now. One of whoever lost the account to its owner stays as it is, and the next
 * rounds try again: nothing else says any more that it is to end.
 */
export async function stopCancelling(db: Database, id: string): Promise<void> {
  await db
    .updateTable('orders')
    .set({ state: 'unpaid', cancelled_because: null, cancelling_since: null })
    .where('id', '=', id)
    .where('state', '=', 'cancelling')
    .where('cancelled_because', 'is distinct from', 'account_replaced')
    .execute();
}

/** Cancelling → cancelled; undefined when somebody else was first. */
export function finishCancelling(
  tx: Database,
  id: string,
  now: Date,
): Promise<OrderRow | undefined> {
  return tx
    .updateTable('orders')
    .set({ state: 'cancelled', cancelled_at: now, cancelling_since: null, network_hash: null })
    .where('id', '=', id)
    .where('state', '=', 'cancelling')
    .returningAll()
    .executeTakeFirst();
}

/** An unpaid order to cancel, and why. */
export type OrderToEnd = Pick<OrderRow, 'id' | 'user_id' | 'batch_id'> & {
  readonly because: CancelReason;
};

interface OrdersToEnd {
  readonly now: Date;
  readonly orderHoldHours: number;
  readonly cancellingSince: Date;
  readonly most: number;
  /** Only lines of these batches. */
  readonly batches?: readonly string[];
}

/** SQL: orders with an open payment come last: while the card provider is away they stay, and must not be in the way of others. */
const hasOpenPayment = sql<boolean>`exists (select from payment_lines where order_id = orders.id and payment_lines.state = 'open')`;

/**
 * Orders to cancel, those without an open payment first, and then the first hold to end: those whose cancel was interrupted, and unpaid ones whose hold has ended
 * or whose account was blocked or lost its address to the one who proved to own it.
 */
export async function listOrdersToEnd(
  db: Database,
  { now, orderHoldHours, cancellingSince, most, batches }: OrdersToEnd,
): Promise<OrderToEnd[]> {
  const heldUntil = heldUntilColumn(orderHoldHours);
  const ofBatches =
    batches === undefined ? sql<boolean>`true` : sql<boolean>`batch_id = any(${batches}::uuid[])`;
  const rows = await db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select([
      'orders.id',
      'orders.user_id',
      'orders.batch_id',
      'orders.state',
      'orders.cancelled_because',
      'users.replaced_at',
      'users.blocked_at',
    ])
    .where('state', 'in', holding)
    .where(ofBatches)
    .where((is) =>
      is.or([
        is.and([is('state', '=', 'cancelling'), is('cancelling_since', '<=', cancellingSince)]),
        is.and([
          is('state', '=', 'unpaid'),
          is.or([
            is(heldUntil, '<=', now),
            is(is.fn.coalesce('users.replaced_at', 'users.blocked_at'), 'is not', null),
          ]),
        ]),
      ]),
    )
    .orderBy(hasOpenPayment)
    .orderBy(heldUntil)
    .limit(most)
    .execute();
  return rows.map(({ state, cancelled_because, replaced_at, blocked_at, ...order }) => {
    if (state === 'cancelling') return { ...order, because: cancelled_because ?? 'customer' };
    if (replaced_at !== null) return { ...order, because: 'account_replaced' };
    return { ...order, because: blocked_at === null ? 'expired' : 'account_blocked' };
  });
}

/** Unpaid → cancelling for every order of an account that was blocked or lost its address; answers them. */
export async function startCancellingAll(
  tx: Database,
  userId: string,
  { because, now }: { because: 'account_replaced' | 'account_blocked'; now: Date },
): Promise<OrderToEnd[]> {
  const rows = await tx
    .updateTable('orders')
    .set({ state: 'cancelling', cancelled_because: reasonToEnd(because), cancelling_since: now })
    .where('user_id', '=', userId)
    .where('state', 'in', holding)
    .returning(['id', 'user_id', 'batch_id'])
    .execute();
  return rows.map((row) => ({ ...row, because }));
}
