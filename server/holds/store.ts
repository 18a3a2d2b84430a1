import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
import type { UnpaidHolds } from '#contract/doctor.ts';
import {
  batchTerms,
  holdTerms,
  type BatchHolder,
  type HoldLength,
  type Unpaid,
} from '#contract/hold-rules.ts';
import { prepared, rowsOf } from '#server/db/prepared.ts';
import type { Database } from '#server/shop.ts';
import { duration, holding } from './held-until.ts';

/** SQL: whether the account of this column ever paid an order; a refund does not undo it. */
export function everPaid(account: 'users.id' | 'orders.user_id'): RawBuilder<boolean> {
  return sql<boolean>`exists (select from orders paid where paid.user_id = ${sql.ref(account)} and paid.paid_at is not null)`;
}

/** SQL: whether an order of the account is paid whose money did not wholly go back. */
export function keepsPaid(account: 'users.id' | 'owner.id'): RawBuilder<boolean> {
  return sql<boolean>`exists (select from orders paid where paid.user_id = ${sql.ref(account)} and paid.paid_at is not null
    and paid.refunded_cents < paid.total_cents)`;
}

/** SQL: how many unpaid orders satisfy a condition, as columns for a lateral join. */
export function unpaidOrders(which: RawBuilder<unknown>): RawBuilder<Unpaid> {
  return sql<Unpaid>`(select count(*) - count(batch_id) as singles, count(batch_id) as lines, count(distinct batch_id) as batches
    from orders where ${which} and orders.state in (${sql.join(holding)}))`;
}

/** What decides how much an account may hold. */
export interface HolderNow extends Omit<BatchHolder, 'isOwnDemo'> {
  readonly unpaid: Unpaid;
}

const lockHolder = prepared((db, { userId }: { userId: string }) =>
  db.selectFrom('users').select('id').where('id', '=', userId).forUpdate(),
);

const holderNow = prepared((db, { userId }: { userId: string }) =>
  db
    .selectFrom('users')
    .innerJoinLateral(unpaidOrders(sql`orders.user_id = users.id`).as('unpaid'), (join) =>
      join.onTrue(),
    )
    .select([
      'users.email_verified as isConfirmed',
      'unpaid.singles',
      'unpaid.lines',
      'unpaid.batches',
      everPaid('users.id').as('hasPaid'),
      keepsPaid('users.id').as('keepsPaid'),
    ])
    .where('users.id', '=', userId),
);

/** Throws when there is no such account. */
export async function findHolder(db: Database, userId: string): Promise<HolderNow> {
  const [row] = await rowsOf(db, holderNow({ userId }));
  if (row === undefined) throw new Error('There is no such account.');
  const { singles, lines, batches, ...holder } = row;
  return { ...holder, unpaid: { singles, lines, batches } };
}

/**
 * Gives an account's unpaid orders the hold that an order placed now would get, counted from when each was placed; none is
 * shortened. Call it in the transaction that confirms an address.
 */
export async function lengthenHolds(
  tx: Database,
  userId: string,
  orderHoldHours: number,
): Promise<void> {
  // Locked first, so that an order placed at the same moment is either seen here or gets the new terms itself.
  await rowsOf(tx, lockHolder({ userId }));
  const { unpaid, ...account } = await findHolder(tx, userId);
  const holder = { ...account, isOwnDemo: false };
  const lengthen = (batched: 'is' | 'is not', terms: HoldLength) =>
    lengthenOpen(tx, userId, { ...terms, batched });
  if (unpaid.singles > 0) await lengthen('is', holdTerms(holder, orderHoldHours));
  if (unpaid.lines > 0) await lengthen('is not', batchTerms(holder, orderHoldHours));
}

/** Whoever has just paid may hold lines of batches as long as orders of none. */
const afterPaying = { isConfirmed: true, hasPaid: true, keepsPaid: true, isOwnDemo: false };

/**
 * The statement that does what `lengthenHolds` does, for an account that pays an order in the same transaction. Its row must be
 * locked, and the order be paid.
 */
export function lengtheningHolds(userId: string, orderHoldHours: number): CompiledQuery {
  const { holdMs } = batchTerms(afterPaying, orderHoldHours);
  return lengthenAll({ userId, holdMs });
}

const lengthenAll = prepared((db, { userId, holdMs }: { userId: string; holdMs: number }) =>
  lengthening(db, userId, { holdMs, sharesNetwork: false }),
);

/** `batched`: whether `batch_id` is null. */
async function lengthenOpen(
  tx: Database,
  userId: string,
  { batched, ...terms }: HoldLength & { batched: 'is' | 'is not' },
): Promise<void> {
  await lengthening(tx, userId, terms).where('batch_id', batched, null).execute();
}

function lengthening(db: Database, userId: string, { holdMs, sharesNetwork }: HoldLength) {
  const end = sql<Date>`created_at + ${duration(holdMs)}`;
  return db
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
    );
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
