import { sql, type RawBuilder } from 'kysely';
import type { Counted, Unpaid } from '#contract/hold-rules.ts';
import { prepared } from '#server/db/prepared.ts';
import { everPaid, keepsPaid, unpaidOrders } from '#server/holds/store.ts';
import { heldUntilColumn, holding } from '#server/holds/held-until.ts';
import { refuse } from '#server/http/refusal.ts';
import { accountOfToken, type Customer } from '#server/http/who.ts';
import type { KeyedAnswer } from '#server/idempotency/store.ts';
import type { Database } from '#server/shop.ts';

/** Who is about to order. */
export interface BuyerKey {
  readonly userId: string;
  /** Keyed hash of the network address; undefined where its unpaid orders are not counted. */
  readonly network: string | undefined;
  readonly now: Date;
}

/** Who asks, by their access token, and with which key. */
interface BuyerAsked extends Omit<BuyerKey, 'userId'> {
  readonly tokenHash: string;
  readonly key: string;
}

const lockCustomer = prepared((db, { tokenHash, now }: Pick<BuyerAsked, 'tokenHash' | 'now'>) =>
  customerRow(ownerOf(db, { tokenHash, now })),
);

const lockCustomerAndNetwork = prepared(
  (db, { tokenHash, network, now }: BuyerAsked) => sql<{ id: string }>`
    with owner as materialized ${ownerOf(db, { tokenHash, now })},
    network as (
      insert into order_networks (network_hash, used_at)
      select ${network}::text, ${now}::timestamptz from owner where not ${keepsPaid('owner.id')}
      on conflict (network_hash) do update set used_at = excluded.used_at
    ) ${customerRow(sql`(select id from owner)`)}`,
);

function customerRow(owner: RawBuilder<unknown>) {
  return sql<{ id: string }>`select id from users where id = ${owner} for update`;
}

/** Nobody is locked for a token that is not valid. */
function ownerOf(db: Database, asked: Parameters<typeof accountOfToken>[1]) {
  return sql`(${accountOfToken(db, asked).select('users.id')})`;
}

/** Who orders, and what decides whether they may. */
export interface Buyer extends Pick<Customer, 'userId' | 'name' | 'email'> {
  readonly account: Unpaid;
  /** Unpaid orders that count towards their network. */
  readonly network: Unpaid;
  readonly hasPaid: boolean;
  readonly keepsPaid: boolean;
  readonly isConfirmed: boolean;
  /** The stored answer, when the idempotency key was used before. */
  readonly before: KeyedAnswer | undefined;
}

const findInNetwork = prepared((db, asked: BuyerAsked) => buyerRow(db, asked));
const findAlone = prepared((db, { now, key, tokenHash }: BuyerAsked) =>
  buyerRow(db, { now, key, tokenHash, network: undefined }),
);

/**
 * Two statements to be sent together. The first locks the row of the token's customer, and the network's row of somebody who keeps
 * no paid order: the numbers of their unpaid orders, which the second answers if the token is valid then, stay true until the commit.
 */
export function lockAndFindBuyer(asked: BuyerAsked) {
  return asked.network === undefined
    ? ([lockCustomer(asked), findAlone(asked)] as const)
    : ([lockCustomerAndNetwork(asked), findInNetwork(asked)] as const);
}

type BuyerRow = Awaited<ReturnType<ReturnType<typeof buyerRow>['executeTakeFirstOrThrow']>>;

function buyerRow(db: Database, { tokenHash, network, key, now }: BuyerAsked) {
  return accountOfToken(db, { tokenHash, now })
    .leftJoin('idempotency_keys as keys', (join) =>
      join.onRef('keys.user_id', '=', 'users.id').on('keys.key', '=', key),
    )
    .innerJoinLateral(unpaidOrders(sql`orders.user_id = users.id`).as('own'), (join) =>
      join.onTrue(),
    )
    .innerJoinLateral(unpaidOrders(ofNetwork(network)).as('shared'), (join) => join.onTrue())
    .select([
      'users.id as userId',
      'users.name',
      'users.email',
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
    .select([everPaid('users.id').as('hasPaid'), keepsPaid('users.id').as('keepsPaid')]);
}

/** The buyer of both statements' answers. Refuses with `session_expired` when the token was not valid for both. */
export function buyerOf([locked]: readonly { id: string }[], [row]: readonly BuyerRow[]): Buyer {
  if (row === undefined || locked === undefined) refuse('session_expired');
  const { request_hash, result, singles, lines, batches, ...rest } = row;
  const { sharedSingles, sharedLines, sharedBatches, ...buyer } = rest;
  return {
    ...buyer,
    account: { singles, lines, batches },
    network: { singles: sharedSingles, lines: sharedLines, batches: sharedBatches },
    before: request_hash === null ? undefined : { request_hash, result },
  };
}

/** What mails need of somebody who is signed in. */
export function mailedBuyer({ isConfirmed }: Buyer, po_number = '') {
  return { email_verified: isConfirmed, replaced_at: null, closed_at: null, po_number };
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
