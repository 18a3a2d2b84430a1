import { sql, type Transaction as Open } from 'kysely';
import { prepared } from '#server/db/prepared.ts';
import type { Tables } from '#server/db/schema.ts';
import { lastly, together } from '#server/db/together.ts';
import { bareEventRows, by, eventColumns } from '#server/history/store.ts';
import { keyValues, type KeyedRequest } from '#server/idempotency/store.ts';
import { mailColumns, type MailRow } from '#server/mails/outbox.ts';
import { partColumns, type PartRow } from '#server/parts/part-row.ts';
import type { PlacedOrder } from './new-order.ts';
import { stockChange } from './store.ts';

/** The part of an order as it is sold now. */
export const partOnSale = prepared((db, { productId }: { productId: string }) =>
  db
    .selectFrom('parts')
    .select(partColumns)
    .where('id', '=', productId)
    .where('archived_at', 'is', null),
);

/** As `partOnSale`; nobody changes or takes any of it before the commit. */
export const lockPartOnSale = prepared((db, { productId }: { productId: string }) =>
  db
    .selectFrom('parts')
    .select(partColumns)
    .where('id', '=', productId)
    .where('archived_at', 'is', null)
    .forNoKeyUpdate(),
);

/** The columns that are written when an order is placed; others have their defaults. */
const columns = {
  orders: [
    'id',
    'user_id',
    'part_id',
    'part_name',
    'image',
    'unit_price_cents',
    'quantity',
    'total_cents',
    'name',
    'email',
    'address',
    'phone',
    'state',
    'created_at',
    'held_until',
    'network_hash',
  ],
  stock_ledger: ['id', 'part_id', 'delta', 'reason', 'order_id', 'actor', 'note', 'created_at'],
  order_events: eventColumns,
  idempotency_keys: ['user_id', 'key', 'request_hash', 'result', 'created_at'],
  mail_outbox: mailColumns,
} as const satisfies { readonly [Table in keyof Tables]?: readonly (keyof Tables[Table])[] };

/** Rows of a table, as JSON: one value instead of one for each column. */
function insertInto(table: keyof typeof columns, rows: string) {
  const names: readonly string[] = columns[table];
  const given = sql.join(names.map((name) => sql.ref(`given.${name}`)));
  return sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    select ${given} from taken, jsonb_populate_recordset(null::${sql.table(table)}, ${rows}::jsonb) as given`;
}

interface ToPlace extends Record<keyof typeof columns, string> {
  readonly part: string;
  readonly quantity: number;
  /** So many pieces must be in stock. */
  readonly inStock: number;
  readonly name: string;
  readonly image: string;
  readonly price: number;
  readonly breaks: string;
  readonly minimum: number;
  readonly step: number | null;
  readonly largest: number | null;
}

const place = prepared(
  (_, given: ToPlace) => sql<{ in_stock: number }>`
    with taken as (
      update parts set in_stock = in_stock - ${given.quantity}
      where id = ${given.part} and archived_at is null and in_stock >= ${given.inStock}
        and name = ${given.name} and image = ${given.image}
        and price_cents = ${given.price} and price_breaks = ${given.breaks}::jsonb and order_quantity = ${given.minimum}
        and quantity_step is not distinct from ${given.step}::int and largest_order is not distinct from ${given.largest}::int
      returning in_stock
    ),
    placed as (${insertInto('orders', given.orders)}),
    ledger as (${insertInto('stock_ledger', given.stock_ledger)}),
    event as (${insertInto('order_events', given.order_events)}),
    keyed as (${insertInto('idempotency_keys', given.idempotency_keys)}),
    mailed as (${insertInto('mail_outbox', given.mail_outbox)} on conflict (event_key) do nothing)
    select in_stock from taken`,
);

interface Placed {
  /** As it was read: if it is sold otherwise now, nothing is written. */
  readonly part: PartRow;
  readonly asked: KeyedRequest & { readonly key: string };
  readonly answer: unknown;
  readonly mails: readonly MailRow[];
}

/**
 * Takes the pieces of an order off sale and writes it, with its ledger row, its first event, the answer of its idempotency key and its
 * mails, in one statement: the part's row is the last that others may have to wait for. Answers how many pieces are left;
 * undefined, when nothing was written because the part is not sold as it was read.
 * With `commits` the transaction ends with it, and nothing is written unless as many pieces as one order needs are left.
 */
export async function insertPlacedOrder(
  tx: Open<Tables>,
  order: PlacedOrder,
  { part, asked, answer, mails, commits }: Placed & { readonly commits: boolean },
): Promise<number | undefined> {
  const { id, user_id, quantity, created_at: now } = order;
  const placed = { kind: 'placed', ...by('customer', user_id), now } as const;
  const taken = { pieces: quantity, reason: 'order', actor: user_id, now } as const;
  const query = place({
    part: part.id,
    quantity,
    inStock: quantity + (commits ? part.order_quantity : 0),
    name: part.name,
    image: part.image,
    price: part.price_cents,
    breaks: JSON.stringify(part.price_breaks),
    minimum: part.order_quantity,
    step: part.quantity_step,
    largest: part.largest_order,
    orders: JSON.stringify([order]),
    stock_ledger: JSON.stringify([stockChange(order, taken)]),
    order_events: JSON.stringify(bareEventRows([id], placed)),
    idempotency_keys: JSON.stringify([keyValues(asked, answer)]),
    mail_outbox: JSON.stringify(mails),
  });
  const [[left]] = await (commits ? lastly(tx, [query]) : together(tx, [query]));
  return left?.in_stock;
}
