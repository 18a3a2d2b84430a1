import { sql, type RawBuilder } from 'kysely';
import type { UnpaidHolds } from '#contract/doctor.ts';
import { holdTerms } from '#contract/hold-rules.ts';
import type { Database } from '#server/shop.ts';
import { duration, holding } from './held-until.ts';

/** SQL: whether the account of this column ever paid an order; a refund does not undo it. */
export function everPaid(account: 'users.id' | 'orders.user_id'): RawBuilder<boolean> {
  return sql<boolean>`exists (select from orders paid where paid.user_id = ${sql.ref(account)} and paid.paid_at is not null)`;
}

/** SQL: how many unpaid orders the account has, for the table `users` of a statement. */
export function unpaidOrders(): RawBuilder<number> {
  return sql<number>`(select count(*) from orders where orders.user_id = users.id and orders.state in (${sql.join(holding)}))`;
}

/** What decides how much an account may hold. */
interface HolderNow {
  readonly isConfirmed: boolean;
  readonly hasPaid: boolean;
  readonly unpaid: number;
}

/** Throws when there is no such account. */
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
 * Gives an account's unpaid orders the hold that an order placed now would get, counted from when each was placed; none is
 * shortened. Call it in the transaction that confirms an address or marks an order paid.
 */
export async function lengthenHolds(
  tx: Database,
  userId: string,
  orderHoldHours: number,
): Promise<void> {
  // Locked first, so that an order placed at the same moment is either seen here or gets the new terms itself.
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

/** Deletes networks without an unpaid order. */
export async function forgetNetworks(db: Database): Promise<void> {
  await sql`
    delete from order_networks where not exists (
      select from orders where orders.network_hash = order_networks.network_hash)`.execute(db);
}

/** Totals of unpaid orders by accounts that never paid. */
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
