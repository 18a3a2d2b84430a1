import { sql, type QueryCreator, type RawBuilder, type Selectable } from 'kysely';
import { actorText, type Actor } from '#server/audit/store.ts';
import { newId } from '#server/db/new-id.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Database } from '#server/shop.ts';

/** One event in the history of an order. */
export type OrderEventRow = Selectable<Tables['order_events']>;

/** Who caused an event: the role, and a user's id or a word such as 'shop'. */
interface EventSource {
  readonly role: OrderEventRow['actor_role'];
  readonly actor: string;
}

/** The shop itself: a background job, or a payment that cannot pay its order. */
export const byShop: EventSource = { role: 'shop', actor: 'shop' };

/** The card provider; it does not say which person acted. */
export const byProvider: EventSource = { role: 'provider', actor: 'card provider' };

/** A person, in the role in which they acted. */
export function by(role: 'customer' | 'payer' | 'admin', userId: string): EventSource {
  return { role, actor: userId };
}

/** What an event tells beyond its kind. */
type EventDetails =
  | {
      readonly amountCents: number;
      readonly reason: string;
      /** Unshipped pieces that the refund is for. */
      readonly pieces?: number | undefined;
    }
  /** The shipment's number and its pieces, and how many were left to ship then. */
  | { readonly shipment: number; readonly pieces: number; readonly left: number };

export interface NewOrderEvent extends EventSource {
  readonly kind: OrderEventRow['kind'];
  readonly details?: EventDetails;
  readonly now: Date;
}

/** The statement of `insertOrderEvent`, for use inside a larger one. */
function orderEventRow(db: QueryCreator<Tables>, orderId: string, event: NewOrderEvent) {
  return db.insertInto('order_events').values(eventValues(orderId, event));
}

/** The columns of an event. */
export const eventColumns = [
  'id',
  'order_id',
  'created_at',
  'kind',
  'actor_role',
  'actor',
  'details',
] as const satisfies (keyof OrderEventRow)[];

/** An event that tells nothing beyond its kind. */
export type BareEventRow = Omit<OrderEventRow, 'details'> & { readonly details: null };

/** The rows of the same event of several orders, for a statement that writes them with others. */
export function bareEventRows(
  orderIds: readonly string[],
  { kind, role, actor, now }: Omit<NewOrderEvent, 'details'>,
): BareEventRow[] {
  return orderIds.map((orderId) => ({
    ...eventValues(orderId, { kind, role, actor, now }),
    details: null,
  }));
}

function eventValues(orderId: string, { kind, role, actor, details, now }: NewOrderEvent) {
  return {
    id: newId(now),
    order_id: orderId,
    created_at: now,
    kind,
    actor_role: role,
    actor,
    details: details === undefined ? null : JSON.stringify(details),
  };
}

/** Adds to the history of an order; call it in the transaction of what it records. */
export async function insertOrderEvent(
  tx: Database,
  orderId: string,
  event: NewOrderEvent,
): Promise<void> {
  await orderEventRow(tx, orderId, event).execute();
}

/** Adds the same event to the histories of several orders. */
export async function insertOrderEvents(
  tx: Database,
  orderIds: readonly string[],
  event: NewOrderEvent,
): Promise<void> {
  const rows = orderIds.map((orderId) => eventValues(orderId, event));
  await tx.insertInto('order_events').values(rows).execute();
}

/** More events than this is not a history that anybody reads: the newest ones count, such as a shipment, a refund or a dispute. */
const mostEvents = 500;

/** The newest events of an order, oldest first. */
export async function listOrderEvents(db: Database, orderId: string): Promise<OrderEventRow[]> {
  const newestFirst = await db
    .selectFrom('order_events')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostEvents)
    .execute();
  return newestFirst.toReversed();
}

/** An event of one line of a batch, or of several at once. */
type BatchEventRow = Omit<OrderEventRow, 'id'> & { readonly lines: number };

/**
 * What happened to the lines of a batch, the newest events, oldest first: the same in the same minute, by the same and for the same reason, is one event,
 * with their sums; `order_id` is one of its lines.
 */
export async function listBatchEvents(db: Database, batchId: string): Promise<BatchEventRow[]> {
  const { rows } = await sql<BatchEventRow>`
    select min(order_events.created_at) as created_at, kind, actor_role, actor, count(distinct order_id)::int as lines,
      min(order_id::text) as order_id, jsonb_strip_nulls(jsonb_build_object('reason', min(details ->> 'reason'),
        'amountCents', sum((details ->> 'amountCents')::bigint)::float8, 'pieces', sum((details ->> 'pieces')::bigint)::float8)) as details
    from order_events join orders on orders.id = order_id
    where batch_id = ${batchId}
    group by date_trunc('minute', order_events.created_at), kind, actor_role, actor, details ->> 'reason'
    order by min(order_events.created_at) desc, min(order_events.id::text) desc
    limit ${mostEvents}`.execute(db);
  return rows.toReversed();
}

/** Events of all orders of a customer, oldest first. */
export function listEventsOfCustomer(db: Database, userId: string): Promise<OrderEventRow[]> {
  return db
    .selectFrom('order_events')
    .innerJoin('orders', 'orders.id', 'order_events.order_id')
    .selectAll('order_events')
    .where('orders.user_id', '=', userId)
    .orderBy('order_events.created_at')
    .orderBy('order_events.id')
    .execute();
}

/** Who changes history, for the audit log. */
interface Maintenance {
  readonly doer: Actor;
  readonly now: Date;
}

/** The tables of history that may be shortened; the stock ledger stays, because the stock is its sum. */
export type DeletableHistory = 'security_events' | 'audit_log' | 'order_events';

/** The time of a table's oldest row. */
export async function oldestInHistory(
  db: Database,
  table: DeletableHistory,
): Promise<Date | undefined> {
  const oldest = db.selectFrom(table).select('created_at').orderBy('created_at').limit(1);
  return (await oldest.executeTakeFirst())?.created_at;
}

/**
 * Deletes the oldest rows past their retention, at most ten thousand, in the only way the triggers allow; answers how many.
 * Unless there were none it leaves a row in the audit log.
 */
export function deleteHistory(
  db: Database,
  { table, olderThan, ...note }: Maintenance & { table: DeletableHistory; olderThan: Date },
): Promise<number> {
  return maintain(db, 'delete', note, sql`${table}, older_than => ${olderThan}`);
}

/**
 * Replaces what others typed about a person (`words`: names, addresses, numbers); answers how many rows changed. Leaves a
 * row in the audit log, which has people by id. Call it in the transaction that empties the account.
 */
export function anonymiseInHistory(
  tx: Database,
  { userId, words, ...note }: Maintenance & { userId: string; words: readonly string[] },
): Promise<number> {
  return maintain(tx, 'anonymise', note, sql`${userId}, words => ${words}::text[]`);
}

async function maintain(
  db: Database,
  task: 'delete' | 'anonymise',
  { doer, now }: Maintenance,
  given: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ changed: number }>`
    select maintain_history(${task}, ${actorText(doer)}, ${now}, ${given}) as changed`.execute(db);
  return rows[0]?.changed ?? 0;
}
