import { type Selectable } from 'kysely';
import { newId } from '#server/db/new-id.ts';
import type { Tables } from '#server/db/schema.ts';
import { orderEventRow } from '#server/history/store.ts';
import { heldUntilColumn, holding } from '#server/holds/held-until.ts';
import { keyRow, type KeyedRequest } from '#server/idempotency/store.ts';
import { ledgerRow } from '#server/parts/store.ts';
import type { Database } from '#server/shop.ts';

/** An order's row. */
export type OrderRow = Selectable<Tables['orders']>;

/** Whose orders may be touched: one customer's, or everybody's for an admin. */
export interface OrdersOf {
  readonly userId: string;
  readonly isAdmin: boolean;
}

/** Stores a new order with all that is written down of it, in one statement: ledger, story, and the answer of its key. */
export async function insertPlacedOrder(
  tx: Database,
  order: OrderRow,
  { asked, answer }: { asked: KeyedRequest & { readonly key: string }; answer: unknown },
): Promise<void> {
  const { id, part_id, user_id, quantity, created_at } = order;
  const taken = {
    id: newId(created_at),
    part_id,
    delta: -quantity,
    reason: 'order',
    order_id: id,
    actor: user_id,
    note: '',
    created_at,
  } as const;
  await tx
    .with('ledger', (db) => ledgerRow(db, taken))
    .with('story', (db) =>
      orderEventRow(db, {
        orderId: id,
        kind: 'placed',
        role: 'customer',
        actor: user_id,
        now: created_at,
      }),
    )
    .with('keyed', (db) => keyRow(db, asked, answer))
    .insertInto('orders')
    .values(order)
    .execute();
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

/** The order of this id among those one may touch, cancelled ones too. */
export function findOwnOrder(
  db: Database,
  id: string,
  whose: OrdersOf,
): Promise<OrderRow | undefined> {
  let rows = db.selectFrom('orders').selectAll().where('id', '=', id);
  if (!whose.isAdmin) rows = rows.where('user_id', '=', whose.userId);
  return rows.executeTakeFirst();
}

/** A parcel on its way; empty texts where there is none to follow. */
export interface Parcel {
  readonly carrier: string;
  readonly trackingNumber: string;
}

/** Paid, not given back wholly and not disputed → shipped; undefined when it is not so. */
export function markShipped(
  tx: Database,
  id: string,
  { carrier, trackingNumber, now }: Parcel & { now: Date },
): Promise<OrderRow | undefined> {
  return tx
    .updateTable('orders')
    .set({
      state: 'shipped',
      shipped_at: now,
      carrier: carrier || null,
      tracking_number: trackingNumber || null,
    })
    .where('id', '=', id)
    .where('state', '=', 'paid')
    .where('disputed_since', 'is', null)
    .whereRef('refunded_cents', '<', 'total_cents')
    .returningAll()
    .executeTakeFirst();
}

/** Unpaid → cancelling, for those who may: from here on no new payment is opened. Undefined when it is not so. */
export function startCancelling(
  db: Database,
  id: string,
  {
    whose,
    because,
    now,
  }: { whose: OrdersOf; because: NonNullable<OrderRow['cancelled_because']>; now: Date },
): Promise<OrderRow | undefined> {
  let order = db
    .updateTable('orders')
    .set({ state: 'cancelling', cancelled_because: because, cancelling_since: now })
    .where('id', '=', id)
    .where('state', 'in', holding);
  if (!whose.isAdmin) order = order.where('user_id', '=', whose.userId);
  return order.returningAll().executeTakeFirst();
}

/** Cancelling → unpaid: the payment could not be ended now. */
export async function stopCancelling(db: Database, id: string): Promise<void> {
  await db
    .updateTable('orders')
    .set({ state: 'unpaid', cancelled_because: null, cancelling_since: null })
    .where('id', '=', id)
    .where('state', '=', 'cancelling')
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

/** An order that does not wait for its money any longer, and why. */
export type OrderToEnd = Pick<OrderRow, 'id' | 'user_id'> & {
  readonly because: NonNullable<OrderRow['cancelled_because']>;
};

/**
 * Orders to end, oldest first: those whose cancelling was cut off, unpaid ones whose hold is over, and unpaid ones of
 * accounts that were blocked or whose address was taken over.
 */
export async function listOrdersToEnd(
  db: Database,
  {
    now,
    orderHoldHours,
    cancellingSince,
    most,
  }: { now: Date; orderHoldHours: number; cancellingSince: Date; most: number },
): Promise<OrderToEnd[]> {
  const heldUntil = heldUntilColumn(orderHoldHours);
  const rows = await db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select([
      'orders.id',
      'orders.user_id',
      'orders.state',
      'orders.cancelled_because',
      'users.replaced_at',
      'users.blocked_at',
    ])
    .where('state', 'in', holding)
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
    .orderBy(heldUntil)
    .limit(most)
    .execute();
  return rows.map(({ id, user_id, state, cancelled_because, replaced_at, blocked_at }) => {
    if (state === 'cancelling') return { id, user_id, because: cancelled_because ?? 'customer' };
    if (replaced_at !== null) return { id, user_id, because: 'account_replaced' };
    return { id, user_id, because: blocked_at === null ? 'expired' : 'account_blocked' };
  });
}

/** Begins to end every unpaid order of a customer, because the account is somebody else's now or may order no more; answers them. */
export async function startEndingOrdersOf(
  tx: Database,
  userId: string,
  { because, now }: { because: 'account_replaced' | 'account_blocked'; now: Date },
): Promise<OrderToEnd[]> {
  const rows = await tx
    .updateTable('orders')
    .set({ state: 'cancelling', cancelled_because: because, cancelling_since: now })
    .where('user_id', '=', userId)
    .where('state', 'in', holding)
    .returning(['id', 'user_id'])
    .execute();
  return rows.map((row) => ({ ...row, because }));
}
