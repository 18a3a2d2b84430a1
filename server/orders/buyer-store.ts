import { sql } from 'kysely';
import { everPaid, unpaidOrders } from '#server/holds/store.ts';
import { heldUntilColumn, holding } from '#server/holds/held-until.ts';
import type { KeyedAnswer } from '#server/idempotency/store.ts';
import type { Database } from '#server/shop.ts';

/** Somebody who is about to order. */
export interface Buying {
  readonly userId: string;
  /** Their network as a keyed hash; undefined where what it holds is not counted. */
  readonly network: string | undefined;
  readonly now: Date;
}

/**
 * Holds the customer's row, and for somebody who never paid their network's too, so that what is counted of their
 * orders stays true until the end of the transaction.
 */
export async function lockBuyer(tx: Database, { userId, network, now }: Buying): Promise<void> {
  const customer = sql`select id from users where id = ${userId} for update`;
  if (network === undefined) return void (await customer.execute(tx));
  await sql`
    with network as (
      insert into order_networks (network_hash, used_at)
      select ${network}::text, ${now}::timestamptz from users where users.id = ${userId} and not ${everPaid('users.id')}
      on conflict (network_hash) do update set used_at = excluded.used_at
    ) ${customer}`.execute(tx);
}

/** What of a customer decides whether they may order. */
export interface Buyer {
  /** Their unpaid orders. */
  readonly unpaid: number;
  /** Those of their network by accounts that never paid. */
  readonly unpaidOfNetwork: number;
  readonly hasPaid: boolean;
  /** Whether the token they order with still opens the account: it may have ended, or be somebody else's, since they were let in. */
  readonly isSignedIn: boolean;
  readonly isConfirmed: boolean;
  /** What the key of this order was answered before. */
  readonly before: KeyedAnswer | undefined;
}

/** A customer who is about to order, once their row is held. */
export async function findBuyer(
  tx: Database,
  {
    userId,
    network,
    key,
    tokenHash,
  }: Buying & { readonly key: string; readonly tokenHash: string },
): Promise<Buyer> {
  const { request_hash, result, replaced_at, blocked_at, hasToken, ...buyer } = await tx
    .selectFrom('users')
    .leftJoin('idempotency_keys as keys', (join) =>
      join.onRef('keys.user_id', '=', 'users.id').on('keys.key', '=', key),
    )
    .select([
      'users.replaced_at',
      'users.blocked_at',
      'users.email_verified as isConfirmed',
      'keys.request_hash',
      'keys.result',
    ])
    .select([
      everPaid('users.id').as('hasPaid'),
      unpaidOrders().as('unpaid'),
      unpaidOfNetwork(network).as('unpaidOfNetwork'),
    ])
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('access_tokens').select('user_id').where('token_hash', '=', tokenHash)).as(
        'hasToken',
      ),
    )
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
  const before = request_hash === null ? undefined : { request_hash, result };
  return {
    ...buyer,
    isSignedIn: hasToken === true && replaced_at === null && blocked_at === null,
    before,
  };
}

function unpaidOfNetwork(network: string | undefined) {
  if (network === undefined) return sql<number>`0`;
  return sql<number>`(select count(*) from orders where network_hash = ${network} and state in (${sql.join(holding)}))`;
}

/** Whose unpaid orders: one customer's, or those of a network by accounts that never paid. */
export type HoldersOf = { readonly userId: string } | { readonly network: string };

/** When the hold ends of the unpaid order before whose end `earlier` others end. */
export async function findHoldEnd(
  tx: Database,
  whose: HoldersOf,
  { earlier, orderHoldHours }: { earlier: number; orderHoldHours: number },
): Promise<Date | undefined> {
  const end = heldUntilColumn(orderHoldHours);
  const column = 'userId' in whose ? ('user_id' as const) : ('network_hash' as const);
  const row = await tx
    .selectFrom('orders')
    .select(end.as('end'))
    .where(column, '=', 'userId' in whose ? whose.userId : whose.network)
    .where('state', 'in', holding)
    .orderBy(end)
    .offset(earlier)
    .limit(1)
    .executeTakeFirst();
  return row?.end;
}
