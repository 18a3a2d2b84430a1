import { sql, type Selectable } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { OrderScope } from '#server/orders/store.ts';
import type { Database } from '#server/shop.ts';

const columns = [
  'orders.id',
  'orders.part_name',
  'orders.unit_price_cents',
  'orders.quantity',
  'orders.total_cents',
  'orders.name',
  'orders.email',
  'orders.address',
  'orders.phone',
  'orders.state',
  'orders.created_at',
  'orders.paid_at',
  'orders.transaction_id',
  'orders.batch_id',
  'parts.part_number',
  'batches.po_number',
  'batches.note',
] as const;

type Column = (typeof columns)[number];
type ColumnOf<Table extends string> = Column extends infer C
  ? C extends `${Table}.${infer Name}`
    ? Name
    : never
  : never;

/** An order as documents show it, with what was typed with its list. */
export type PrintedOrder = Pick<Selectable<Tables['orders']>, ColumnOf<'orders'>> &
  Pick<Selectable<Tables['parts']>, ColumnOf<'parts'>> & {
    readonly po_number: string | null;
    readonly note: string | null;
  };

/** One order of the caller's scope, cancelled ones too. */
export function findPrintedOrder(
  db: Database,
  id: string,
  whose: OrderScope,
): Promise<PrintedOrder | undefined> {
  let order = printed(db).where('orders.id', '=', id);
  if (!whose.isAdmin) order = order.where('orders.user_id', '=', whose.userId);
  return order.executeTakeFirst();
}

/** Some orders in the order in which they were placed; those of a list as it was typed. */
export function listPrintedOrders(
  db: Database,
  which: { readonly ids: readonly string[] } | { readonly batchId: string },
): Promise<PrintedOrder[]> {
  const orders =
    'ids' in which
      ? printed(db).where('orders.id', '=', sql<string>`any(${which.ids}::uuid[])`)
      : printed(db).where('orders.batch_id', '=', which.batchId);
  return orders.orderBy('orders.created_at').orderBy('orders.id', 'desc').execute();
}

function printed(db: Database) {
  return db
    .selectFrom('orders')
    .innerJoin('parts', 'parts.id', 'orders.part_id')
    .leftJoin('batches', 'batches.id', 'orders.batch_id')
    .select(columns);
}
