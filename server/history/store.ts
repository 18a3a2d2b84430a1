import { sql, type QueryCreator, type RawBuilder, type Selectable } from 'kysely';
import { actorText, type Actor } from '#server/audit/store.ts';
import { newId } from '#server/db/new-id.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Database } from '#server/shop.ts';

/** One moment of an order's story. */
export type OrderEventRow = Selectable<Tables['order_events']>;

/** A moment to write down: what, in whose role, and by whom (a user's id, or a word for what acted). */
interface NewOrderEvent {
  readonly orderId: string;
  readonly kind: OrderEventRow['kind'];
  readonly role: OrderEventRow['actor_role'];
  readonly actor: string;
  readonly details?: { readonly amountCents: number; readonly reason: string };
  readonly now: Date;
}

/** The statement that adds to an order's story. */
export function orderEventRow(
  db: QueryCreator<Tables>,
  { orderId, kind, role, actor, details, now }: NewOrderEvent,
) {
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
  return db
    .selectFrom('order_events')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(500)
    .execute();
}

/** The stories of all orders of a customer, oldest first. */
export function listOrderEventsOf(db: Database, userId: string): Promise<OrderEventRow[]> {
  return db
    .selectFrom('order_events')
    .innerJoin('orders', 'orders.id', 'order_events.order_id')
    .selectAll('order_events')
    .where('orders.user_id', '=', userId)
    .orderBy('order_events.created_at')
    .orderBy('order_events.id')
    .execute();
}

/**
 * Deletes rows that are older than they are to be kept, by the one way the database allows; leaves a row in the audit log.
 * Answers how many they were.
 */
export function deleteHistory(
  db: Database,
  {
    table,
    olderThan,
    doer,
    now,
  }: {
    table: 'security_events' | 'audit_log' | 'order_events';
    olderThan: Date;
    doer: Actor;
    now: Date;
  },
): Promise<number> {
  return maintain(
    db,
    sql`'delete', ${actorText(doer)}, ${now}, ${table}, older_than => ${olderThan}`,
  );
}

/**
 * Takes what others typed about a person out of the books (names, addresses, numbers: `words`) and leaves a row in the
 * audit log; the person stands there by id. Call it in the transaction in which the account loses the same. Answers how
 * many rows it changed.
 */
export function anonymiseInHistory(
  tx: Database,
  {
    userId,
    words,
    doer,
    now,
  }: { userId: string; words: readonly string[]; doer: Actor; now: Date },
): Promise<number> {
  return maintain(
    tx,
    sql`'anonymise', ${actorText(doer)}, ${now}, ${userId}, words => ${words}::text[]`,
  );
}

async function maintain(db: Database, given: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{
    changed: number;
  }>`select maintain_history(${given}) as changed`.execute(db);
  return rows[0]?.changed ?? 0;
}
