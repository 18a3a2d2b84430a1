import { sql, type Insertable, type Selectable } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { Database } from '#server/shop.ts';

/** Money an admin gives back. */
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
] as const;

/** What of an order its refund depends on. */
export type RefundableOrder = Pick<Selectable<Tables['orders']>, (typeof refundable)[number]>;

/** One order, held until the transaction ends: refunds of it take turns, so that their sum is never too much. */
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

/** Writes a refund down as due, and counts it against the order. */
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

/** The refund of this id, if there is one and its money was not given back yet. */
export function findDueRefund(db: Database, id: string): Promise<RefundRow | undefined> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'due')
    .executeTakeFirst();
}

/** The provider has given the money back, as much as there was of it, under an id of its own. */
export async function markRefundDone(
  db: Database,
  id: string,
  { providerId, amountCents, now }: { providerId: string; amountCents: number; now: Date },
): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ state: 'done', provider_id: providerId, amount_cents: amountCents, updated_at: now })
    .where('id', '=', id)
    .where('state', '=', 'due')
    .execute();
}

/** All of the money went back by other ways before: nothing is left to give back by this one. */
export async function markRefundReplaced(db: Database, id: string, now: Date): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ state: 'replaced', updated_at: now })
    .where('id', '=', id)
    .where('state', '=', 'due')
    .execute();
}

/** The refunds of a payment in the books; a lost dispute is none at the provider. */
export function listBookedRefunds(
  tx: Database,
  intentId: string,
): Promise<Pick<RefundRow, 'id' | 'provider_id' | 'amount_cents' | 'state'>[]> {
  return tx
    .selectFrom('refunds')
    .select(['id', 'provider_id', 'amount_cents', 'state'])
    .where('intent_id', '=', intentId)
    .where('source', '<>', 'dispute')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** How much of a payment the books say the provider gave back, in cents. */
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

/** What became of a booked refund at the provider. */
export async function moveRefund(
  tx: Database,
  id: string,
  {
    state,
    providerId,
    amountCents,
    now,
  }: { state: 'done' | 'failed'; providerId: string; amountCents: number; now: Date },
): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ state, provider_id: providerId, amount_cents: amountCents, updated_at: now })
    .where('id', '=', id)
    .execute();
}

type ForeignRefund = Pick<
  Insertable<Tables['refunds']>,
  'id' | 'order_id' | 'intent_id' | 'amount_cents' | 'reason'
> & {
  readonly source: 'provider' | 'dispute';
  readonly provider_id: string;
};

/** Books money that went back without the shop's doing; what was a loss before and then not is one again. */
export async function insertForeignRefund(
  tx: Database,
  refund: ForeignRefund,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('refunds')
    .values({
      ...refund,
      restocked: false,
      state: 'done',
      requested_by: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((known) =>
      known.column('provider_id').doUpdateSet({ state: 'done', updated_at: now }),
    )
    .execute();
}

/** A dispute that was lost is so no longer. */
export async function takeBackLoss(tx: Database, disputeId: string, now: Date): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ state: 'failed', updated_at: now })
    .where('provider_id', '=', disputeId)
    .execute();
}

/** Which refunds count: what went back, and what was promised to. */
const counts = sql`(r.state in ('due', 'done') or r.state = 'failed' and r.source = 'admin')`;

/**
 * Writes down at the order how much of it went back, at most all of it: a refund of ours and one that somebody makes in
 * the provider's dashboard may be more together. An order whose pieces are on sale again has all of its money promised.
 */
export async function sumRefunds(tx: Database, orderId: string): Promise<void> {
  await sql`update orders o set refunded_cents = case when o.restocked then o.total_cents else least(o.total_cents,
    coalesce((select sum(r.amount_cents) from refunds r where r.order_id = o.id and ${counts}), 0)) end where o.id = ${orderId}`.execute(
    tx,
  );
}

/** One more key of a refund is spent. */
export async function spendKeyOfRefund(db: Database, { id, spent_keys }: RefundRow): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ spent_keys: spent_keys + 1 })
    .where('id', '=', id)
    .where('spent_keys', '=', spent_keys)
    .execute();
}

/** Takes due refunds that nobody has looked at for a while; looking is written down, so that two copies take turns. */
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
