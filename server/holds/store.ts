import { sql, type RawBuilder } from 'kysely';
import type { UnpaidHolds } from '#contract/doctor.ts';
import { holdTerms } from '#contract/hold-rules.ts';
import type { Database } from '#server/shop.ts';
import { duration, holding } from './held-until.ts';

/** Whether the account that this column names ever paid an order; a refund does not undo it. */
export function everPaid(account: 'users.id' | 'orders.user_id'): RawBuilder<boolean> {
  return sql<boolean>`exists (select from orders paid where paid.user_id = ${sql.ref(account)} and paid.paid_at is not null)`;
}

/** How many unpaid orders the account of the statement's row of `users` has. */
export function unpaidOrders(): RawBuilder<number> {
  return sql<number>`(select count(*) from orders where orders.user_id = users.id and orders.state in (${sql.join(holding)}))`;
}

/** What of an account decides what it may hold, and how many unpaid orders it has. */
interface HolderNow {
  readonly isConfirmed: boolean;
  readonly hasPaid: boolean;
  readonly unpaid: number;
}

/** An account as the rules of holding look at it. */
export function findHolder(db: Database, userId: string): Promise<HolderNow> {
  return db
    .selectFrom('users')
    .select([
      'email_verified as isConfirmed',
      everPaid('users.id').as('hasPaid'),
      unpaidOrders().as('unpaid'),
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

/**
 * Gives an account's unpaid orders the time that orders it placed now would have, counted from when they were placed;
 * none is shortened. Call it in the transaction in which an address was proven or an order was paid.
 */
export async function lengthenHolds(
  tx: Database,
  userId: string,
  orderHoldHours: number,
): Promise<void> {
  // Held first: an order that is being placed by the old terms is then seen here, and the next one is placed by the new.
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  const holder = await findHolder(tx, userId);
  if (holder.unpaid === 0) return;
  const { holdMs, sharesNetwork } = holdTerms({ ...holder, isOwnDemo: false }, orderHoldHours);
  const end = sql<Date>`created_at + ${duration(holdMs)}`;
  await tx
    .updateTable('orders')
    .set({
      held_until: sql`greatest(held_until, ${end})`,
      ...(sharesNetwork ? {} : { network_hash: null }),
    })
    .where('user_id', '=', userId)
    .where('state', 'in', holding)
    .where((is) =>
      is.or([
        is('held_until', '<', end),
        ...(sharesNetwork ? [] : [is('network_hash', 'is not', null)]),
      ]),
    )
    .execute();
}

/** Forgets networks that have no unpaid order any more. */
export async function forgetNetworks(db: Database): Promise<void> {
  await sql`
    delete from order_networks where not exists (
      select from orders where orders.network_hash = order_networks.network_hash)`.execute(db);
}

/** Adds up the unpaid orders of accounts that never paid. */
export function sumUnpaidHolds(db: Database): Promise<UnpaidHolds> {
  return db
    .selectFrom('orders')
    .select([
      sql<number>`count(*)`.as('orders'),
      sql<number>`count(distinct user_id)`.as('accounts'),
      sql<number>`coalesce(sum(quantity)::bigint, 0)`.as('pieces'),
    ])
    .where('state', 'in', holding)
    .where(({ not }) => not(everPaid('orders.user_id')))
    .executeTakeFirstOrThrow();
}
