import { sql, type Selectable, type SelectQueryBuilder } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { Database } from '#server/shop.ts';

type PaymentRow = Selectable<Tables['payments']>;

/** A payment that one process looks at now. */
export type ClaimedPayment = Pick<PaymentRow, 'intent_id' | 'state'>;

/** Claims payments for one process; `updated_at` notes it, so that processes take turns. */
function claim(
  db: Database,
  now: Date,
  due: SelectQueryBuilder<Tables, 'payments', Pick<PaymentRow, 'intent_id'>>,
): Promise<ClaimedPayment[]> {
  return db
    .updateTable('payments')
    .set({ updated_at: now })
    .where('intent_id', 'in', due.forUpdate().skipLocked())
    .returning(['intent_id', 'state'])
    .execute();
}

/**
 * Claims unfinished payments that were not asked about for a while, those a payer wanted last first. An open one is asked
 * about after a tenth of the time that it has been left alone: thousands of abandoned payments do not delay the others.
 */
export function claimUnfinishedPayments(
  db: Database,
  { quietSince, now, most }: { quietSince: Date; now: Date; most: number },
): Promise<ClaimedPayment[]> {
  const due = sql<Date>`case state when 'open' then least(${quietSince}, ${now}::timestamptz - (${now}::timestamptz - wanted_at) / 10) else ${quietSince} end`;
  const unfinished = db
    .selectFrom('payments')
    .select('intent_id')
    .where('state', 'in', ['open', 'refund_due'])
    .where('updated_at', '<=', due)
    .orderBy('wanted_at', 'desc')
    .limit(most);
  return claim(db, now, unfinished);
}

/** Claims captured payments that were not checked for a while, least recently checked first. */
export function claimCapturedPayments(
  db: Database,
  {
    quietSince,
    paidSince,
    now,
    most,
  }: { quietSince: Date; paidSince: Date; now: Date; most: number },
): Promise<ClaimedPayment[]> {
  const captured = db
    .selectFrom('payments')
    .select('intent_id')
    .where('state', '=', 'kept')
    .where('updated_at', '<=', quietSince)
    .where('created_at', '>', paidSince)
    .orderBy('updated_at')
    .limit(most);
  return claim(db, now, captured);
}
