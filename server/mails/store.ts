import { sql, type Selectable } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { heldUntil, heldUntilColumn, remindFromColumn } from '#server/holds/held-until.ts';
import { prepared, rowsOf } from '#server/db/prepared.ts';
import type { Database, Shop } from '#server/shop.ts';

const columns = [
  'orders.id',
  'orders.state',
  'orders.email',
  'orders.name',
  'orders.part_id',
  'orders.part_name',
  'orders.quantity',
  'orders.unit_price_cents',
  'orders.total_cents',
  'orders.refunded_cents',
  'orders.address',
  'orders.phone',
  'orders.transaction_id',
  'orders.shipped_quantity',
  'orders.created_at',
  'orders.held_until',
  'orders.link_key',
] as const;

type Columns = (typeof columns)[number] extends `orders.${infer Name}` ? Name : never;
type OrderColumns = Pick<Selectable<Tables['orders']>, Columns>;

/** An order as its mails tell of it; of what its customer typed only what may be mailed to the address. As JSON it is what it is. */
export interface ToldOrder extends Omit<
  OrderColumns,
  'email' | 'name' | 'created_at' | 'held_until'
> {
  /** Whether the customer confirmed the e-mail address; only then a mail repeats what they typed. */
  readonly isOwnAddress: boolean;
  /** What the customer calls the purchase; typed with lists alone, and perhaps empty. */
  readonly po_number: string;
  readonly createdAt: string;
  readonly heldUntil: string;
}

/** An order with what its mails need. */
export interface MailedOrder extends ToldOrder {
  readonly email: string;
  /** Empty where nobody confirmed that it is theirs. */
  readonly name: string;
  /** The customer closed the account: there is nobody to write to. */
  readonly isForgotten: boolean;
}

/** The order as a mail tells of it. */
export function toldOf({
  email: _email,
  name: _name,
  isForgotten: _isForgotten,
  ...told
}: MailedOrder): ToldOrder {
  return told;
}

/** Cancelled ones too; throws when there is none. */
export async function findMailedOrder(
  db: Database,
  shop: HoldLength,
  orderId: string,
): Promise<MailedOrder> {
  const [order] = await listMailedOrders(db, shop, { ids: [orderId] });
  if (order === undefined) throw new Error('There is no such order to be mailed about.');
  return order;
}

const mailedOrdersById = prepared((db, { ids }: { ids: readonly string[] }) =>
  mailedOrders(db)
    .where('orders.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('orders.id', 'desc'),
);

/** Some orders of one customer; lines of a batch in the order of its list. */
export async function listMailedOrders(
  db: Database,
  shop: HoldLength,
  which: { readonly ids: readonly string[] } | { readonly unpaidOf: string },
): Promise<MailedOrder[]> {
  const rows =
    'ids' in which
      ? rowsOf(db, mailedOrdersById(which))
      : mailedOrders(db)
          .where('orders.batch_id', '=', which.unpaidOf)
          .where('orders.state', '=', 'unpaid')
          .orderBy('orders.id', 'desc')
          .execute();
  return (await rows).map((row) => mailedOrder(row, shop));
}

/** Orders with what their mails need, for `mailedOrder`. */
export function mailedOrders(db: Database) {
  return db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .leftJoin('batches', 'batches.id', 'orders.batch_id')
    .select(columns)
    .select(['users.email_verified', 'users.replaced_at', 'users.closed_at', 'batches.po_number']);
}

/** What a mail needs of an order and its customer. */
type MailedRow = OrderColumns &
  Pick<Selectable<Tables['users']>, 'email_verified' | 'replaced_at' | 'closed_at'> & {
    readonly po_number: string | null;
  };

type HoldLength = Pick<Shop, 'orderHoldHours'>;

/** Nothing that somebody typed goes to an address that may be another's: otherwise anybody could have a text of theirs mailed by us to a stranger. */
export function mailedOrder(row: MailedRow, { orderHoldHours }: HoldLength): MailedOrder {
  const isOwnAddress = row.email_verified && row.replaced_at === null;
  const typed = (text: string | null) => (isOwnAddress ? (text ?? '') : '');
  return {
    id: row.id,
    state: row.state,
    email: row.email,
    name: typed(row.name),
    part_id: row.part_id,
    part_name: row.part_name,
    quantity: row.quantity,
    unit_price_cents: row.unit_price_cents,
    total_cents: row.total_cents,
    refunded_cents: row.refunded_cents,
    address: typed(row.address),
    phone: typed(row.phone),
    transaction_id: row.transaction_id,
    shipped_quantity: row.shipped_quantity,
    link_key: row.link_key,
    createdAt: row.created_at.toISOString(),
    heldUntil: heldUntil(row, orderHoldHours).toISOString(),
    po_number: typed(row.po_number),
    isOwnAddress,
    isForgotten: row.closed_at !== null,
  };
}

/** Admins with a verified address, always in the same order. */
export const mailedAdmins = prepared((db) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'name'])
    .where('role', '=', 'admin')
    .where('email_verified', '=', true)
    .where('replaced_at', 'is', null)
    .where('blocked_at', 'is', null)
    .orderBy('id')
    .limit(50),
);

/**
 * Mails a day to an address that nobody confirmed: it may be a stranger's, and placing an order and letting it expire
 * costs nothing. Mails about money are not limited.
 */
export const mostToUnproven = 10;

/** Mails written to an address after a time. */
export async function countMailsTo(db: Database, recipient: string, since: Date): Promise<number> {
  const { mails } = await db
    .selectFrom('mail_outbox')
    .select((is) => is.fn.countAll<number>().as('mails'))
    .where('created_at', '>', since)
    .where('recipient', '=', recipient)
    .executeTakeFirstOrThrow();
  return mails;
}

/** The event key of a reminder, without the order's id at its end. */
const reminderKey = 'order-reminder:';

/** The event key of a reminder of a batch, without the batch's id at its end. */
export const batchReminderKey = 'batch-reminder:';

interface ToRemind {
  readonly now: Date;
  readonly orderHoldHours: number;
  readonly most: number;
  /** The id of the last one before. */
  readonly after: string;
}

/** Unpaid orders whose hold ends soon and whose customer was not reminded, by their ids; locked until the commit. */
export function lockOrdersToRemind(
  tx: Database,
  { now, orderHoldHours, most, after }: ToRemind,
): Promise<Pick<Selectable<Tables['orders']>, 'id' | 'batch_id'>[]> {
  const end = heldUntilColumn(orderHoldHours);
  return tx
    .selectFrom('orders')
    .select(['id', 'batch_id'])
    .where('state', '=', 'unpaid')
    .where(end, '>', now)
    .where(remindFromColumn(orderHoldHours), '<=', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mail_outbox')
            .select('mail_outbox.id')
            .where(
              'mail_outbox.event_key',
              '=',
              sql<string>`case when orders.batch_id is null then ${reminderKey} || orders.id::text
                else ${batchReminderKey} || orders.batch_id::text end`,
            ),
        ),
      ),
    )
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Undefined when the shop has no such payment. */
export function findMailedPayment(db: Database, intentId: string) {
  return db
    .selectFrom('payments')
    .select('amount_cents')
    .select(
      sql<
        string[]
      >`array(select order_id::text from payment_lines where intent_id = payments.intent_id order by order_id)`.as(
        'order_ids',
      ),
    )
    .where('intent_id', '=', intentId)
    .executeTakeFirst();
}
