import type { QueryCreator, Selectable } from 'kysely';
import { newId } from '#server/db/new-id.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Database } from '#server/shop.ts';

/** One moment of an order's story. */
export type OrderEventRow = Selectable<Tables['order_events']>;

/** A moment to write down: what, in whose role, and by whom (an address, or what acted). */
export interface NewOrderEvent {
  readonly orderId: string;
  readonly kind: OrderEventRow['kind'];
  readonly role: OrderEventRow['actor_role'];
  readonly actor: string;
  readonly details?: { readonly amountCents: number; readonly reason: string };
  readonly now: Date;
}

/** The statement that adds to an order's story. */
export function orderEventRow(db: QueryCreator<Tables>, { orderId, kind, role, actor, details, now }: NewOrderEvent) {
  return db.insertInto('order_events').values({
    id: newId(now),
    order_id: orderId,
    created_at: now,
    kind,
    actor_role: role,
    actor,
    details: details === undefined ? null : JSON.stringify(details),
  });
}

/** Adds to an order's story; call it in the transaction of what it tells about. */
export async function insertOrderEvent(tx: Database, event: NewOrderEvent): Promise<void> {
  await orderEventRow(tx, event).execute();
}

/** An order's story, oldest first. */
export function listOrderEvents(db: Database, orderId: string): Promise<OrderEventRow[]> {
  return db.selectFrom('order_events').selectAll().where('order_id', '=', orderId).orderBy('created_at').orderBy('id').limit(500).execute();
}
