import { sql } from 'kysely';
import type { Counted, Unpaid } from '#contract/hold-rules.ts';
import { prepared } from '#server/db/prepared.ts';
import { everPaid, keepsPaid, unpaidOrders } from '#server/holds/store.ts';
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

const lockCustomer = prepared((_, { userId }: Pick<BuyerKey, 'userId'>) => customerRow(userId));

const lockCustomerAndNetwork = prepared(
  (_, { userId, network, now }: BuyerKey) => sql<{ id: string }>`
    with network as (
      insert into order_networks (network_hash, used_at)
      select ${network}::text, ${now}::timestamptz from users where users.id = ${userId} and not ${keepsPaid('users.id')}
      on conflict (network_hash) do update set used_at = excluded.used_at
    ) ${customerRow(userId)}`,
);

function customerRow(userId: string) {
  return sql<{ id: string }>`select id from users where id = ${userId} for update`;
}

/** What decides whether a customer may order. */
export interface Buyer {
  readonly account: Unpaid;
  /** Unpaid orders that count towards their network. */
  readonly network: Unpaid;
  readonly hasPaid: boolean;
  readonly keepsPaid: boolean;
  /** Whether the access token is still valid now that the row is locked. */
  readonly isSignedIn: boolean;
  readonly isConfirmed: boolean;
  /** The stored answer, when the idempotency key was used before. */
  readonly before: KeyedAnswer | undefined;
}

/** Who asks, with which key and access token. */
interface BuyerAsked extends BuyerKey {
  readonly key: string;
  readonly tokenHash: string;
}

const findInNetwork = prepared((db, asked: BuyerAsked) => buyerRow(db, asked));
const findAlone = prepared((db, { userId, now, key, tokenHash }: BuyerAsked) =>
  buyerRow(db, { userId, now, key, tokenHash, network: undefined }),
);

/**
 * Two statements to be sent together. The first locks the customer's row, and the network's row of somebody who keeps no paid
 * order: the numbers of their unpaid orders, which the second answers, then stay true until the commit.
 */
export function lockAndFindBuyer(asked: BuyerAsked) {
  return asked.network === undefined
    ? ([lockCustomer(asked), findAlone(asked)] as const)
    : ([lockCustomerAndNetwork(asked), findInNetwork(asked)] as const);
}

type BuyerRow = Awaited<ReturnType<ReturnType<typeof buyerRow>['executeTakeFirstOrThrow']>>;

function buyerRow(db: Database, { userId, network, key, tokenHash }: BuyerAsked) {
  return db
    .selectFrom('users')
    .leftJoin('idempotency_keys as keys', (join) =>
      join.onRef('keys.user_id', '=', 'users.id').on('keys.key', '=', key),
    )
    .innerJoinLateral(unpaidOrders(sql`orders.user_id = users.id`).as('own'), (join) =>
      join.onTrue(),
    )
    .innerJoinLateral(unpaidOrders(ofNetwork(network)).as('shared'), (join) => join.onTrue())
    .select([
      'users.replaced_at',
      'users.blocked_at',
      'users.email_verified as isConfirmed',
      'keys.request_hash',
      'keys.result',
      'own.singles',
      'own.lines',
      'own.batches',
      'shared.singles as sharedSingles',
      'shared.lines as sharedLines',
      'shared.batches as sharedBatches',
    ])
    .select([everPaid('users.id').as('hasPaid'), keepsPaid('users.id').as('keepsPaid')])
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('access_tokens').select('user_id').where('token_hash', '=', tokenHash)).as(
        'hasToken',
      ),
    )
    .where('users.id', '=', userId);
}

/** The buyer of the second statement's answer. */
export function buyerOf([row]: readonly BuyerRow[]): Buyer {
  if (row === undefined) throw new Error('The account of an access token is gone.');
  const { request_hash, result, replaced_at, blocked_at, hasToken, ...found } = row;
  const { isConfirmed, hasPaid, keepsPaid: keeps, singles, lines, batches, ...rest } = found;
  return {
    isConfirmed,
    hasPaid,
    keepsPaid: keeps,
    account: { singles, lines, batches },
    network: {
      singles: rest.sharedSingles,
      lines: rest.sharedLines,
      batches: rest.sharedBatches,
    },
    isSignedIn: hasToken === true && replaced_at === null && blocked_at === null,
    before: request_hash === null ? undefined : { request_hash, result },
  };
}

function ofNetwork(network: string | undefined) {
  return network === undefined ? sql`false` : sql`orders.network_hash = ${network}`;
}

/** Unpaid orders counted together: one customer's, or those of a network by accounts that never paid. */
export type HoldGroup = { readonly userId: string } | { readonly network: string };

/**
 * When so many of the group's unpaid orders have ended; of `units` a batch ends with its last line. Undefined when there are
 * not so many.
 */
export async function findHoldEnd(
  tx: Database,
  group: HoldGroup,
  { ended, counted, orderHoldHours }: { ended: number; counted: Counted; orderHoldHours: number },
): Promise<Date | undefined> {
  const which =
    'userId' in group ? sql`user_id = ${group.userId}` : sql`network_hash = ${group.network}`;
  const unit = counted === 'units' ? sql`coalesce(batch_id, id)` : sql`id`;
  const { rows } = await sql<{ end: Date }>`
    select max(${heldUntilColumn(orderHoldHours)}) as end from orders
    where ${which} and state in (${sql.join(holding)}) ${counted === 'singles' ? sql`and batch_id is null` : sql``}
    group by ${unit} order by 1 offset ${ended - 1} limit 1`.execute(tx);
  return rows[0]?.end;
}
