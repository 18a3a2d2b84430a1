import { sql, type Selectable } from 'kysely';
import { newId } from '#server/db/new-id.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Database } from '#server/shop.ts';
import type { Share } from './share-out.ts';

/** Money that goes back, or went: asked for by an admin, made in the provider's dashboard, or lost to a dispute. */
export type RefundRow = Selectable<Tables['refunds']>;

/** Undefined when there is none, or its money went back already. */
export function findDueRefund(db: Database, id: string): Promise<RefundRow | undefined> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'due')
    .executeTakeFirst();
}

/** The refund's next state, with what the provider made of it. */
export interface RefundMove {
  /** Only while the refund is in this state. */
  readonly from?: 'due';
  readonly to: 'done' | 'failed' | 'replaced';
  readonly providerId?: string;
  readonly amountCents?: number;
  readonly now: Date;
}

/** SQL: when a refund that moves on was made first; one that an older copy made is made since it moved last. */
function madeAt(to: RefundMove['to'], now: Date) {
  const made = to === 'done' ? sql`${now}::timestamptz` : sql`null`;
  return sql<Date | null>`coalesce(made_at, case when state = 'done' then updated_at else ${made} end)`;
}

/** SQL: when the money of a refund that failed, and moves on now, came to the shop again first. */
const cameBackAt = sql<Date | null>`coalesce(came_back_at, case when state = 'failed' and made_at is not null then updated_at end)`;

/** Moves a refund of one order on. */
export async function moveRefund(
  db: Database,
  id: string,
  { from, to, providerId, amountCents, now }: RefundMove,
): Promise<void> {
  let refund = db
    .updateTable('refunds')
    .set({
      state: to,
      provider_id: providerId,
      amount_cents: amountCents,
      made_at: madeAt(to, now),
      came_back_at: cameBackAt,
      updated_at: now,
    })
    .where('id', '=', id);
  if (from) refund = refund.where('state', '=', from);
  await refund.execute();
}

/** A refund as the provider knows it, which may be of several orders. */
export interface BookedRefund extends Pick<
  RefundRow,
  'id' | 'provider_id' | 'state' | 'source' | 'requested_by'
> {
  /** Of all shares together. */
  readonly amount_cents: number;
  readonly shares: readonly Share[];
}

/** Booked refunds of a payment, oldest first; not lost disputes, which are no refunds at the provider. */
export async function listBookedRefunds(tx: Database, intentId: string): Promise<BookedRefund[]> {
  const { rows } = await sql<BookedRefund>`
    select r.id, r.provider_id, r.state, r.source, r.requested_by, sum(part.amount_cents)::int as amount_cents,
      jsonb_agg(jsonb_build_object('orderId', part.order_id, 'cents', part.amount_cents) order by part.id) as shares
    from refunds r join refunds part on part.id = r.id or part.share_of = r.id
    where r.intent_id = ${intentId} and part.intent_id = ${intentId} and r.share_of is null and r.source <> 'dispute'
    group by r.id order by r.created_at, r.id`.execute(tx);
  return rows;
}

/** Cents of a payment that the provider gave back, by our books. */
export async function sumMadeRefunds(db: Database, intentId: string): Promise<number> {
  const { cents } = await db
    .selectFrom('refunds')
    .select(({ fn }) => fn.sum<number>('amount_cents').as('cents'))
    .where('intent_id', '=', intentId)
    .where('source', '<>', 'dispute')
    .where('state', '=', 'done')
    .executeTakeFirstOrThrow();
  return cents ?? 0;
}

/** Moves a refund at the provider on, with all shares that orders have in it; false when it is not booked. */
export async function moveShares(
  tx: Database,
  providerId: string,
  { to, now }: Pick<RefundMove, 'to' | 'now'>,
): Promise<boolean> {
  const first = tx.selectFrom('refunds').select('id').where('provider_id', '=', providerId);
  const moved = await tx
    .updateTable('refunds')
    .set({
      state: to,
      made_at: madeAt(to, now),
      came_back_at: cameBackAt,
      updated_at: now,
    })
    .where((is) => is.or([is('id', '=', first), is('share_of', '=', first)]))
    .returning('id')
    .execute();
  return moved.length > 0;
}

type ForeignRefund = Pick<RefundRow, 'id' | 'intent_id' | 'reason' | 'source' | 'requested_by'> & {
  readonly provider_id: string;
  readonly shares: readonly Share[];
};

/** Books money that went back at the provider without the shop asking for it: the first share has the provider's id, the others name the first. */
export async function insertForeignRefund(
  tx: Database,
  { id, provider_id, shares, ...refund }: ForeignRefund,
  now: Date,
): Promise<void> {
  const done = { state: 'done', restocked: false } as const;
  const rows = shares.map(({ orderId, cents }, at) => ({
    ...refund,
    ...done,
    id: at === 0 ? id : newId(now),
    order_id: orderId,
    amount_cents: cents,
    provider_id: at === 0 ? provider_id : null,
    share_of: at === 0 ? null : id,
    made_at: now,
    created_at: now,
    updated_at: now,
  }));
  await tx.insertInto('refunds').values(rows).execute();
}

/** SQL: whether the refund `r` counts: money of a paid order that went back, or is promised. */
export const countingRefunds = sql`(r.source <> 'returned' and (r.state in ('due', 'done') or r.state = 'failed' and r.source = 'admin'))`;

/**
 * Sets the orders' totals of refunds, at most the order's total: our refund and one made in the provider's dashboard may be
 * more together. An order whose pieces are on sale again is wholly refunded.
 */
export async function updateRefundedTotals(
  tx: Database,
  orderIds: readonly string[],
): Promise<void> {
  await sql`update orders o set refunded_cents = case when o.restocked then o.total_cents else least(o.total_cents,
    coalesce((select sum(r.amount_cents) from refunds r where r.order_id = o.id and ${countingRefunds}), 0)) end where o.id = any(${orderIds}::uuid[])`.execute(
    tx,
  );
}

/** Counts one more spent key, once for any number of concurrent callers. */
export async function spendKeyOfRefund(db: Database, { id, spent_keys }: RefundRow): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ spent_keys: spent_keys + 1 })
    .where('id', '=', id)
    .where('spent_keys', '=', spent_keys)
    .execute();
}

/** Claims due refunds that nobody has tried for a while; `updated_at` notes the try, so that processes take turns. */
export function claimDueRefunds(
  db: Database,
  { quietSince, now, most }: { quietSince: Date; now: Date; most: number },
): Promise<RefundRow[]> {
  return db
    .updateTable('refunds')
    .set({ updated_at: now })
    .where('id', 'in', (query) =>
      query
        .selectFrom('refunds')
        .select('id')
        .where('state', '=', 'due')
        .where('updated_at', '<=', quietSince)
        .orderBy('updated_at')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}
