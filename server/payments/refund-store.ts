import { sql, type Insertable, type Selectable } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { Database } from '#server/shop.ts';

/** Money that goes back, or went: asked for by an admin, made in the provider's dashboard, or lost to a dispute. */
export type RefundRow = Selectable<Tables['refunds']>;

const refundable = [
  'id',
  'state',
  'total_cents',
  'refunded_cents',
  'transaction_id',
  'part_id',
  'part_name',
  'quantity',
  'email',
  'disputed_since',
  'shipped_at',
] as const;

/** What the refund of an order depends on. */
export type RefundableOrder = Pick<Selectable<Tables['orders']>, (typeof refundable)[number]>;

/** Locked until the commit: refunds of an order take turns, so that their sum is never too much. */
export function lockRefundableOrder(
  tx: Database,
  id: string,
): Promise<RefundableOrder | undefined> {
  return tx
    .selectFrom('orders')
    .select(refundable)
    .where('id', '=', id)
    .where('state', '<>', 'cancelled')
    .forUpdate()
    .executeTakeFirst();
}

/** Inserts a due refund and adds it to the order's total of refunds. */
export async function insertRefund(tx: Database, refund: RefundRow): Promise<void> {
  await tx.insertInto('refunds').values(refund).execute();
  await tx
    .updateTable('orders')
    .set((is) => ({
      refunded_cents: is('refunded_cents', '+', refund.amount_cents),
      ...(refund.restocked ? { restocked: true } : {}),
    }))
    .where('id', '=', refund.order_id)
    .execute();
}

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

/** Moves a refund on. */
export async function moveRefund(
  db: Database,
  id: string,
  { from, to, providerId, amountCents, now }: RefundMove,
): Promise<void> {
  let refund = db
    .updateTable('refunds')
    .set({ state: to, provider_id: providerId, amount_cents: amountCents, updated_at: now })
    .where('id', '=', id);
  if (from) refund = refund.where('state', '=', from);
  await refund.execute();
}

/** Booked refunds of a payment; not lost disputes, which are no refunds at the provider. */
export function listBookedRefunds(tx: Database, intentId: string) {
  return tx
    .selectFrom('refunds')
    .select(['id', 'provider_id', 'amount_cents', 'state'])
    .where('intent_id', '=', intentId)
    .where('source', '<>', 'dispute')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
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

type ForeignRefund = Pick<
  Insertable<Tables['refunds']>,
  'id' | 'order_id' | 'intent_id' | 'amount_cents' | 'reason'
> & {
  readonly source: 'provider' | 'dispute';
  readonly provider_id: string;
};

/** Books money that went back without the shop's doing; a dispute that was lost, won and lost again is done again. */
export async function insertForeignRefund(
  tx: Database,
  refund: ForeignRefund,
  now: Date,
): Promise<void> {
  const done = { state: 'done', requested_by: null, restocked: false } as const;
  await tx
    .insertInto('refunds')
    .values({ ...refund, ...done, created_at: now, updated_at: now })
    .onConflict((known) =>
      known.column('provider_id').doUpdateSet({ state: 'done', updated_at: now }),
    )
    .execute();
}

/** A lost dispute is open or won again: its money did not go back. */
export async function undoLoss(tx: Database, disputeId: string, now: Date): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ state: 'failed', updated_at: now })
    .where('provider_id', '=', disputeId)
    .execute();
}

/** Refunds that count: money that went back, or is promised. */
const countingRefunds = sql`(r.state in ('due', 'done') or r.state = 'failed' and r.source = 'admin')`;

/**
 * Sets the order's total of refunds, at most the order's total: our refund and one made in the provider's dashboard may be
 * more together. An order whose pieces are on sale again is wholly refunded.
 */
export async function updateRefundedTotal(tx: Database, orderId: string): Promise<void> {
  await sql`update orders o set refunded_cents = case when o.restocked then o.total_cents else least(o.total_cents,
    coalesce((select sum(r.amount_cents) from refunds r where r.order_id = o.id and ${countingRefunds}), 0)) end where o.id = ${orderId}`.execute(
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
