import { sql } from 'kysely';
import { everPaid, unpaidOrders } from '#server/holds/store.ts';
import { heldUntilColumn, holding } from '#server/holds/held-until.ts';
import type { KeyedAnswer } from '#server/idempotency/store.ts';
import type { Database } from '#server/shop.ts';

/** Who is about to order. */
export interface BuyerKey {
  readonly userId: string;
  /** Keyed hash of the network address; undefined where its unpaid orders are not counted. */
  readonly network: string | undefined;
  readonly now: Date;
}

/**
 * Locks the customer's row, and the network's row of somebody who never paid: the number of their unpaid orders then
 * stays true until the commit.
 */
export async function lockBuyer(tx: Database, { userId, network, now }: BuyerKey): Promise<void> {
  const customer = sql`select id from users where id = ${userId} for update`;
  if (network === undefined) return void (await customer.execute(tx));
  await sql`
    with network as (
      insert into order_networks (network_hash, used_at)
      select ${network}::text, ${now}::timestamptz from users where users.id = ${userId} and not ${everPaid('users.id')}
      on conflict (network_hash) do update set used_at = excluded.used_at
    ) ${customer}`.execute(tx);
}

/** What decides whether a customer may order. */
export interface Buyer {
  /** Number of unpaid orders. */
  readonly unpaid: number;
  /** Number of unpaid orders in their network by accounts that never paid. */
  readonly unpaidOfNetwork: number;
  readonly hasPaid: boolean;
  /** Whether the access token is still valid now that the row is locked. */
  readonly isSignedIn: boolean;
  readonly isConfirmed: boolean;
  /** The stored answer, when the idempotency key was used before. */
  readonly before: KeyedAnswer | undefined;
}

/** Call it after `lockBuyer`. */
export async function findBuyer(
  tx: Database,
  { userId, network, key, tokenHash }: BuyerKey & { key: string; tokenHash: string },
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

/** Unpaid orders counted together: one customer's, or those of a network by accounts that never paid. */
export type HoldGroup = { readonly userId: string } | { readonly network: string };

/** When the hold of the group's unpaid order ends that is at `offset` (from 0) among the first to end. */
export async function findHoldEnd(
  tx: Database,
  group: HoldGroup,
  { offset, orderHoldHours }: { offset: number; orderHoldHours: number },
): Promise<Date | undefined> {
  const end = heldUntilColumn(orderHoldHours);
  const ofCustomer = 'userId' in group;
  const row = await tx
    .selectFrom('orders')
    .select(end.as('end'))
    .where(ofCustomer ? 'user_id' : 'network_hash', '=', ofCustomer ? group.userId : group.network)
    .where('state', 'in', holding)
    .orderBy(end)
    .offset(offset)
    .limit(1)
    .executeTakeFirst();
  return row?.end;
}
