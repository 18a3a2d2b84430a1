import { sql } from 'kysely';
import type { StockAlert } from '#contract/stock-alerts.ts';
import type { Database } from '#server/shop.ts';

/** What a customer waits for, the newest request first; parts that are sold no more are left out. */
export function listAlertsOf(db: Database, userId: string) {
  return db
    .selectFrom('stock_alerts')
    .innerJoin('parts', 'parts.id', 'stock_alerts.part_id')
    .select(['parts.id', 'parts.name', 'parts.part_number', 'stock_alerts.created_at'])
    .where('stock_alerts.user_id', '=', userId)
    .where('parts.archived_at', 'is', null)
    .orderBy('stock_alerts.created_at', 'desc')
    .orderBy('parts.id')
    .execute();
}

/** An alert as the API answers it. */
export function showAlert(row: Awaited<ReturnType<typeof listAlertsOf>>[number]): StockAlert {
  return {
    partId: row.id,
    name: row.name,
    partNumber: row.part_number,
    createdAt: row.created_at.toISOString(),
  };
}

/** For how many other parts a customer waits. */
export async function countOtherAlerts(
  db: Database,
  { userId, partId }: { userId: string; partId: string },
): Promise<number> {
  const { alerts } = await db
    .selectFrom('stock_alerts')
    .select((is) => is.fn.countAll<number>().as('alerts'))
    .where('user_id', '=', userId)
    .where('part_id', '<>', partId)
    .executeTakeFirstOrThrow();
  return alerts;
}

/** One that is there already stays as it is. */
export async function insertAlert(
  db: Database,
  alert: { user_id: string; part_id: string; created_at: Date },
): Promise<void> {
  await db
    .insertInto('stock_alerts')
    .values(alert)
    .onConflict((known) => known.doNothing())
    .execute();
}

export async function deleteAlert(
  db: Database,
  { userId, partId }: { userId: string; partId: string },
): Promise<void> {
  await db
    .deleteFrom('stock_alerts')
    .where('user_id', '=', userId)
    .where('part_id', '=', partId)
    .execute();
}

/** Of an account that is closed, removed, or passes to another person. */
export async function deleteAlertsOf(tx: Database, userId: string): Promise<void> {
  await tx.deleteFrom('stock_alerts').where('user_id', '=', userId).execute();
}

/** Parts that somebody waits for and that can be ordered again, or are sold no more; those first for which somebody has waited longest. */
export async function listAwaited(
  db: Database,
  which: 'back' | 'archived',
  most: number,
): Promise<string[]> {
  const state =
    which === 'back'
      ? sql`parts.archived_at is null and parts.in_stock >= parts.order_quantity`
      : sql`parts.archived_at is not null`;
  // The limit inside keeps the planner from reading all parts: one is looked up for each that is awaited.
  const { rows } = await sql<{ part_id: string }>`
    select asked.part_id
    from (select part_id, min(created_at) as since from stock_alerts group by part_id) asked
    cross join lateral (select from parts where parts.id = asked.part_id and ${state} limit 1) part
    order by asked.since, asked.part_id
    limit ${most}`.execute(db);
  return rows.map((row) => row.part_id);
}

/**
 * Takes those who have waited longest for a part, at most so many; none when it cannot be ordered. They are forgotten with the
 * commit; what another transaction has taken is skipped. `mayWrite` is false for accounts that get no mail.
 */
export async function takeAlerts(tx: Database, partId: string, most: number) {
  const taken = await tx
    .selectFrom('stock_alerts')
    .innerJoin('parts', 'parts.id', 'stock_alerts.part_id')
    .innerJoin('users', 'users.id', 'stock_alerts.user_id')
    .select(['stock_alerts.user_id', 'stock_alerts.created_at', 'users.email', 'users.name'])
    .select(['parts.name as part_name', 'parts.part_number', 'parts.price_cents'])
    .select(['parts.in_stock', 'parts.order_quantity', 'parts.id as part_id'])
    .select(
      sql<boolean>`(users.email_verified and users.replaced_at is null and users.blocked_at is null)`.as(
        'mayWrite',
      ),
    )
    .where('stock_alerts.part_id', '=', partId)
    .where('parts.archived_at', 'is', null)
    .whereRef('parts.in_stock', '>=', 'parts.order_quantity')
    .orderBy('stock_alerts.created_at')
    .limit(most)
    .forUpdate('stock_alerts')
    .skipLocked()
    .execute();
  if (taken.length > 0)
    await tx
      .deleteFrom('stock_alerts')
      .where('part_id', '=', partId)
      .where(
        'user_id',
        'in',
        taken.map((alert) => alert.user_id),
      )
      .execute();
  return taken;
}

/** Forgets who waits for a part that is sold no more, at most so many, and answers how many. */
export async function forgetArchived(db: Database, partId: string, most: number): Promise<number> {
  const waiting = db
    .selectFrom('stock_alerts')
    .select('user_id')
    .where('part_id', '=', partId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('parts')
          .select('parts.id')
          .where('parts.id', '=', partId)
          .where('parts.archived_at', 'is not', null),
      ),
    )
    .orderBy('created_at')
    .limit(most);
  const { numDeletedRows } = await db
    .deleteFrom('stock_alerts')
    .where('part_id', '=', partId)
    .where('user_id', 'in', waiting)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
