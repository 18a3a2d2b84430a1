import { sql, type RawBuilder } from 'kysely';
import { batchNumber } from '#contract/batch-rules.ts';
import { dollarsOf } from '#contract/money.ts';
import type { ListedBatch } from '#contract/my-orders.ts';
import { heldUntilColumn } from '#server/holds/held-until.ts';
import type { Database } from '#server/shop.ts';

/** How an order stands, by its row (`orderStatus` in contract/order-rules.ts, and cancelled ones). */
export const stands: Record<keyof ListedBatch['states'], RawBuilder<boolean>> = {
  unpaid: sql`orders.state in ('unpaid', 'cancelling')`,
  pending: sql`(orders.state = 'paid' and orders.refunded_cents < orders.total_cents)`,
  shipped: sql`(orders.state = 'shipped' and orders.refunded_cents < orders.total_cents)`,
  refunded: sql`(orders.state in ('paid', 'shipped') and orders.refunded_cents >= orders.total_cents)`,
  cancelled: sql`orders.state = 'cancelled'`,
};

/** What the lines of some batches come to; `isListed` says which of them are counted as listed. */
export async function sumBatches(
  db: Database,
  ids: readonly string[],
  { orderHoldHours, isListed }: { orderHoldHours: number; isListed: RawBuilder<boolean> },
): Promise<ReadonlyMap<string, BatchSum>> {
  if (ids.length === 0) return new Map();
  const counts = sql.join(
    Object.entries(stands).map(
      ([state, isSo]) => sql`(count(*) filter (where ${isSo}))::int as ${sql.ref(state)}`,
    ),
  );
  const { rows } = await sql<BatchSum>`
    select batch_id, min(name) as name, min(email) as email, count(*)::int as lines, ${counts},
      (count(*) filter (where ${isListed}))::int as listed,
      coalesce(sum(quantity) filter (where state <> 'cancelled'), 0)::float8 as quantity,
      coalesce(sum(total_cents) filter (where state <> 'cancelled'), 0)::float8 as total_cents,
      coalesce(sum(total_cents) filter (where ${stands.unpaid}), 0)::float8 as unpaid_cents,
      min(${heldUntilColumn(orderHoldHours)}) filter (where ${stands.unpaid}) as held_until
    from orders where batch_id = any(${ids}::uuid[]) group by batch_id`.execute(db);
  return new Map(rows.map((row) => [row.batch_id, row]));
}

type BatchSum = ListedBatch['states'] & {
  readonly batch_id: string;
  /** Of its customer, the same on all lines. */
  readonly name: string;
  readonly email: string;
  readonly lines: number;
  readonly listed: number;
  readonly quantity: number;
  readonly total_cents: number;
  readonly unpaid_cents: number;
  readonly held_until: Date | null;
};

/** A batch in place of its lines. */
export function showListedBatch(
  { id, created_at, po_number }: { id: string; created_at: Date; po_number: string },
  sum: BatchSum | undefined,
): ListedBatch {
  if (sum === undefined) throw new Error(`Batch ${id} has no lines.`);
  const { lines, listed, quantity, unpaid, pending, shipped, refunded, cancelled } = sum;
  return {
    kind: 'batch',
    _id: id,
    number: batchNumber(id),
    createdAt: created_at.toISOString(),
    poNumber: po_number,
    lines,
    listed,
    quantity,
    total: dollarsOf(sum.total_cents),
    states: { unpaid, pending, shipped, refunded, cancelled },
    unpaidTotal: dollarsOf(sum.unpaid_cents),
    heldUntil: sum.held_until?.toISOString() ?? null,
  };
}
