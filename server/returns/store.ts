import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Page } from '#contract/api.ts';
import { dollarsOf } from '#contract/money.ts';
import { openReturnStates, returnNumber } from '#contract/return-rules.ts';
import type { Return, ReturnsQuery } from '#contract/returns.ts';
import type { Counted } from '#contract/counted.ts';
import { countFirst, fetchPage, newestFirst } from '#server/db/page.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Database } from '#server/shop.ts';

/** A return's row. */
export type ReturnRow = Selectable<Tables['returns']>;

export async function insertReturnRow(
  tx: Database,
  row: Insertable<Tables['returns']>,
): Promise<void> {
  await tx.insertInto('returns').values(row).execute();
}

export function findReturn(db: Database, id: string): Promise<ReturnRow | undefined> {
  return db.selectFrom('returns').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The returns of some orders, by order and number. */
export function listReturnsOf(db: Database, orderIds: readonly string[]): Promise<ReturnRow[]> {
  return db
    .selectFrom('returns')
    .selectAll()
    .where('order_id', '=', sql<string>`any(${orderIds}::uuid[])`)
    .orderBy('order_id')
    .orderBy('number')
    .execute();
}

/** The returns of all orders of a customer, by order and number. */
export function listReturnsOfCustomer(db: Database, userId: string): Promise<ReturnRow[]> {
  return db
    .selectFrom('returns')
    .innerJoin('orders', 'orders.id', 'returns.order_id')
    .selectAll('returns')
    .where('orders.user_id', '=', userId)
    .orderBy('returns.order_id')
    .orderBy('returns.number')
    .execute();
}

/** Moves a return on; the caller has locked its order. */
export async function updateReturn(
  tx: Database,
  id: string,
  change: Updateable<Tables['returns']>,
): Promise<void> {
  await tx.updateTable('returns').set(change).where('id', '=', id).execute();
}

/** One page of the returns of all orders, newest first. */
export function listAllReturns(db: Database, query: ReturnsQuery): Promise<Page<ReturnRow[]>> {
  const { status } = query;
  let rows = db.selectFrom('returns').selectAll();
  if (status === 'open') rows = rows.where('state', 'in', openReturnStates);
  else if (status) rows = rows.where('state', '=', status);
  return fetchPage(rows, newestFirst('returns'), query);
}

/** How many returns wait for the shop's answer. */
export function countAskedReturns(db: Database): Promise<Counted> {
  return countFirst(db, db.selectFrom('returns').where('state', '=', 'asked'));
}

/** What an admin decides a return by, of its order. */
export function listOrdersOfReturns(db: Database, orderIds: readonly string[]) {
  return db
    .selectFrom('orders')
    .select([
      'id',
      'part_id',
      'part_name',
      'name',
      'email',
      'quantity',
      'unit_price_cents',
      'total_cents',
      'refunded_cents',
      'restocked_quantity',
    ])
    .where('id', '=', sql<string>`any(${orderIds}::uuid[])`)
    .execute();
}

/** Pieces of an order that its returns have or may still bring back. */
export function piecesOfReturns(returns: readonly ReturnRow[]): number {
  return returns
    .filter(({ state }) => state !== 'declined' && state !== 'withdrawn')
    .reduce((sum, { quantity, received_quantity }) => sum + (received_quantity ?? quantity), 0);
}

/** The ids of the pictures of each of these returns, in the order in which they were added. */
export async function listPictureIds(
  db: Database,
  returns: readonly Pick<ReturnRow, 'id'>[],
): Promise<(of: Pick<ReturnRow, 'id'>) => readonly string[]> {
  const rows = await db
    .selectFrom('return_pictures')
    .select(['id', 'return_id'])
    .where('return_id', '=', sql<string>`any(${returns.map(({ id }) => id)}::uuid[])`)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const ids = Map.groupBy(rows, ({ return_id }) => return_id);
  return ({ id }) => (ids.get(id) ?? []).map((picture) => picture.id);
}

/** A return as the order's customer and admins see it. */
export function showReturn(row: ReturnRow, pictures: readonly string[]): Return {
  return {
    _id: row.id,
    number: returnNumber(row.order_id, row.number),
    orderId: row.order_id,
    reason: row.reason,
    quantity: row.quantity,
    note: row.note,
    vehicle: row.vehicle,
    status: row.state,
    words: row.words,
    createdAt: row.created_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    receivedAt: row.received_at?.toISOString() ?? null,
    receivedQuantity: row.received_quantity,
    settledAt: row.settled_at?.toISOString() ?? null,
    refunded: row.refunded_cents === null ? null : dollarsOf(row.refunded_cents),
    restockedQuantity: row.restocked_quantity,
    pictures: [...pictures],
  };
}

/** Takes out what a customer typed with their returns, and replaces `words` in what admins answered. */
export async function anonymiseReturnsOf(
  tx: Database,
  userId: string,
  words: readonly string[],
): Promise<void> {
  const theirs = sql`(select id from orders where user_id = ${userId})`;
  await sql`delete from return_pictures where return_id in (select id from returns where order_id in ${theirs})`.execute(
    tx,
  );
  await sql`
    update returns set note = '', vehicle = '', words = words_replaced(to_jsonb(words), ${words}::text[], 'A customer') #>> '{}'
    where order_id in ${theirs}`.execute(tx);
}
