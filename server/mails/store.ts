import { sql, type Selectable } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { heldUntilColumn, remindFromColumn } from '#server/holds/held-until.ts';
import type { Database } from '#server/shop.ts';

const ofOrder = [
  'orders.id',
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
  'orders.carrier',
  'orders.tracking_number',
  'orders.created_at',
  'orders.held_until',
  'orders.link_key',
] as const;

type Columns = (typeof ofOrder)[number] extends `orders.${infer Name}` ? Name : never;

/** What mails tell of an order. */
export type MailedOrder = Pick<Selectable<Tables['orders']>, Columns> & {
  /** Whether the address is proven to be the customer's: what they typed is then repeated to them. */
  readonly isOwnAddress: boolean;
  /** Its customer closed the account: there is nobody to tell. */
  readonly isForgotten?: boolean;
};

/** An order as mails tell of it, cancelled ones too. Throws when there is none. */
export async function findMailedOrder(db: Database, orderId: string): Promise<MailedOrder> {
  const { email_verified, replaced_at, closed_at, ...order } = await db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select(ofOrder)
    .select(['users.email_verified', 'users.replaced_at', 'users.closed_at'])
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow();
  return {
    ...order,
    isOwnAddress: email_verified && replaced_at === null,
    isForgotten: closed_at !== null,
  };
}

/** Who runs the shop: admins with a verified address, always in the same order. */
export function listMailedAdmins(
  db: Database,
): Promise<{ id: string; email: string; name: string }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'name'])
    .where('role', '=', 'admin')
    .where('email_verified', '=', true)
    .where('replaced_at', 'is', null)
    .where('blocked_at', 'is', null)
    .orderBy('id')
    .limit(50)
    .execute();
}

/**
 * An address that nobody has proven may be a stranger's, and placing, cancelling and letting expire costs nothing: beyond
 * this many mails a day it hears of none of them. Of money it always hears.
 */
export const mostToUnproven = 10;

/** How many mails were written to an address since then. */
export async function countMailsTo(db: Database, recipient: string, since: Date): Promise<number> {
  const { mails } = await db
    .selectFrom('mail_outbox')
    .select((is) => is.fn.countAll<number>().as('mails'))
    .where('created_at', '>', since)
    .where('recipient', '=', recipient)
    .executeTakeFirstOrThrow();
  return mails;
}

/** How the key of a reminder begins; the order's id follows. */
export const reminderKey = 'order-reminder:';

/** Unpaid orders whose hold ends soon and whose customer was not reminded, held until the transaction ends; the first to end first. */
export async function lockOrdersToRemind(
  tx: Database,
  { now, orderHoldHours, most }: { now: Date; orderHoldHours: number; most: number },
): Promise<string[]> {
  const end = heldUntilColumn(orderHoldHours);
  const rows = await tx
    .selectFrom('orders')
    .select('id')
    .where('state', '=', 'unpaid')
    .where(end, '>', now)
    .where(remindFromColumn(orderHoldHours), '<=', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mail_outbox')
            .select('mail_outbox.id')
            .where('mail_outbox.event_key', '=', sql<string>`${reminderKey} || orders.id::text`),
        ),
      ),
    )
    .orderBy(end)
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map((row) => row.id);
}

/** The order and the amount of a payment; undefined when the shop has none of this intent. */
export function findMailedPayment(
  db: Database,
  intentId: string,
): Promise<{ order_id: string; amount_cents: number } | undefined> {
  return db
    .selectFrom('payments')
    .select(['order_id', 'amount_cents'])
    .where('intent_id', '=', intentId)
    .executeTakeFirst();
}
