import { sql, type Selectable } from 'kysely';
import { newId } from '#server/db/new-id.ts';
import type { OrderState } from '#server/db/order-tables.ts';
import type { Tables } from '#server/db/schema.ts';
import { holding } from '#server/holds/held-until.ts';
import { keyRow, type KeyedRequest } from '#server/idempotency/store.ts';
import type { Database } from '#server/shop.ts';
import type { PlacedOrder } from './new-order.ts';
import { reasonToEnd, type CancelReason, type OrderRow, type OrderScope } from './store.ts';

/** A batch's row. */
type BatchRow = Selectable<Tables['batches']>;

/** Inserts a batch with its orders and the answer of its idempotency key; of each order the rows that `insertPlacedOrder` inserts. */
export async function insertPlacedBatch(
  tx: Database,
  batch: BatchRow,
  orders: readonly PlacedOrder[],
  { asked, answer }: { asked: KeyedRequest & { readonly key: string }; answer: unknown },
): Promise<void> {
  await tx
    .with('keyed', (db) => keyRow(db, asked, answer))
    .insertInto('batches')
    .values(batch)
    .execute();
  const [common] = orders;
  if (common !== undefined) await insertLines(tx, batch, common, orders);
}

/** `common`: one of the orders, for what they all have in common. */
async function insertLines(
  tx: Database,
  { id: batchId, user_id: userId, created_at: now }: BatchRow,
  common: PlacedOrder,
  orders: readonly PlacedOrder[],
): Promise<void> {
  const all = (name: keyof PlacedOrder) => orders.map((order) => order[name]);
  const newIds = () => orders.map(() => newId(now));
  await sql`
    with line as (
      select * from unnest(${all('id')}::uuid[], ${all('part_id')}::uuid[], ${all('part_name')}::text[], ${all('image')}::text[],
        ${all('unit_price_cents')}::integer[], ${all('quantity')}::integer[], ${all('total_cents')}::integer[],
        ${newIds()}::uuid[], ${newIds()}::uuid[])
        as line (id, part_id, part_name, image, unit_price_cents, quantity, total_cents, ledger_id, event_id)
    ), ledger as (
      insert into stock_ledger (id, part_id, delta, reason, order_id, actor, note, created_at)
      select ledger_id, part_id, -quantity, 'order', id, ${userId}, '', ${now}::timestamptz from line
    ), event as (
      insert into order_events (id, order_id, created_at, kind, actor_role, actor)
      select event_id, id, ${now}::timestamptz, 'placed', 'customer', ${userId} from line
    )
    insert into orders (id, part_id, part_name, image, unit_price_cents, quantity, total_cents,
      user_id, batch_id, name, email, address, phone, state, created_at, held_until, network_hash)
    select id, part_id, part_name, image, unit_price_cents, quantity, total_cents,
      ${userId}::uuid, ${batchId}::uuid, ${common.name}, ${common.email}, ${common.address}, ${common.phone},
      ${common.state}, ${now}::timestamptz, ${common.held_until}::timestamptz, ${common.network_hash}::text
    from line`.execute(tx);
}

/** One batch of the caller's scope; undefined when there is none. */
export function findBatch(
  db: Database,
  id: string,
  whose: OrderScope,
): Promise<BatchRow | undefined> {
  let rows = db.selectFrom('batches').selectAll().where('id', '=', id);
  if (!whose.isAdmin) rows = rows.where('user_id', '=', whose.userId);
  return rows.executeTakeFirst();
}

/** All orders of a batch in the order of its list, cancelled ones too, with the numbers of their parts. */
export function listBatchOrders(
  db: Database,
  batchId: string,
): Promise<(OrderRow & { part_number: string | null })[]> {
  return db
    .selectFrom('orders')
    .innerJoin('parts', 'parts.id', 'orders.part_id')
    .selectAll('orders')
    .select('parts.part_number')
    .where('orders.batch_id', '=', batchId)
    .orderBy('orders.id', 'desc')
    .execute();
}

/** Locks the orders of a batch that are not cancelled until the commit, in the order in which all lock them: from the end of the list. */
export function lockBatchOrders(tx: Database, batchId: string): Promise<OrderRow[]> {
  return tx
    .selectFrom('orders')
    .selectAll()
    .where('batch_id', '=', batchId)
    .where('state', '<>', 'cancelled')
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Whether an order of the batch waits for its payment. */
export async function hasUnpaidLine(db: Database, batchId: string): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('batch_id', '=', batchId)
    .where('state', '=', 'unpaid')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Unpaid → cancelling for lines of one batch; answers the ids of those that were unpaid, or begun before. */
export async function startCancellingLines(
  db: Database,
  ids: readonly string[],
  { whose, because, now }: { whose: OrderScope; because: CancelReason; now: Date },
): Promise<ReadonlySet<string>> {
  let orders = db
    .updateTable('orders')
    .set({ state: 'cancelling', cancelled_because: reasonToEnd(because), cancelling_since: now })
    .where('id', 'in', lockedLines(db, ids, holding));
  if (!whose.isAdmin) orders = orders.where('user_id', '=', whose.userId);
  const rows = await orders.returning('id').execute();
  return new Set(rows.map(({ id }) => id));
}

/** Cancelling → cancelled for lines of one batch; answers those of which nobody else was first. */
export function finishCancellingLines(
  tx: Database,
  ids: readonly string[],
  now: Date,
): Promise<OrderRow[]> {
  return tx
    .updateTable('orders')
    .set({ state: 'cancelled', cancelled_at: now, cancelling_since: null, network_hash: null })
    .where('id', 'in', lockedLines(tx, ids, ['cancelling']))
    .returningAll()
    .execute();
}

/** Locked in one order by all, so that nobody waits in a circle. */
function lockedLines(db: Database, ids: readonly string[], states: readonly OrderState[]) {
  return db
    .selectFrom('orders as line')
    .select('line.id')
    .where('line.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('line.state', 'in', states)
    .orderBy('line.id')
    .forUpdate();
}

/** Those of the orders that are lines of batches. */
export function listLines(
  db: Database,
  ids: readonly string[],
): Promise<Pick<OrderRow, 'id' | 'batch_id'>[]> {
  return db
    .selectFrom('orders')
    .select(['id', 'batch_id'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('batch_id', 'is not', null)
    .execute();
}

/** What a customer typed with a batch. */
export interface BatchTexts {
  readonly poNumber: string;
  readonly note: string;
}

/** What was typed with the batches of some orders; of an order without one nothing. */
export async function findBatchTexts(
  db: Database,
  orders: readonly { readonly batch_id: string | null }[],
): Promise<(order: { readonly batch_id: string | null }) => BatchTexts> {
  const ids = [...new Set(orders.flatMap(({ batch_id }) => batch_id ?? []))];
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('batches')
          .select(['id', 'po_number', 'note'])
          .where('id', '=', sql<string>`any(${ids}::uuid[])`)
          .execute();
  const texts = new Map(rows.map(({ id, po_number, note }) => [id, { poNumber: po_number, note }]));
  return ({ batch_id }) => texts.get(batch_id ?? '') ?? { poNumber: '', note: '' };
}
