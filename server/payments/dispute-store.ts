import { sql, type Selectable } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { Database } from '#server/shop.ts';

type DisputeRow = Selectable<Tables['disputes']>;

/** The booked disputes of a payment, by the provider's ids. */
export async function listDisputeStates(
  db: Database,
  intentId: string,
): Promise<Map<string, DisputeRow['state']>> {
  const rows = await db
    .selectFrom('disputes')
    .select(['id', 'state'])
    .where('intent_id', '=', intentId)
    .execute();
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/** Inserts a dispute, or updates its state. */
export async function upsertDispute(
  tx: Database,
  dispute: Omit<DisputeRow, 'created_at' | 'updated_at'>,
  now: Date,
): Promise<void> {
  const { state, amount_cents } = dispute;
  await tx
    .insertInto('disputes')
    .values({ ...dispute, created_at: now, updated_at: now })
    .onConflict((known) => known.column('id').doUpdateSet({ state, amount_cents, updated_at: now }))
    .execute();
}

/** The orders that a payment pays are disputed since the oldest of its open disputes. */
export async function updateDisputedSince(tx: Database, intentId: string): Promise<void> {
  await sql`update orders set disputed_since = (
    select min(created_at) from disputes where intent_id = ${intentId} and state = 'open') where transaction_id = ${intentId}`.execute(
    tx,
  );
}
