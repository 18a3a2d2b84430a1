import { dayMs } from '#contract/durations.ts';
import type { Shop } from '#server/shop.ts';
import { deleteHistory, oldestInHistory, type DeletableHistory } from './store.ts';

/** Each step writes a row into the audit log, so that a small shop takes one about once a month. */
const monthMs = 30 * dayMs;

/**
 * Deletes what history need not keep any longer, one bounded step per table (`maintain_history`). Called every minute; a table
 * begins when its oldest row is a month too old.
 */
export async function forgetOldHistory({
  db,
  clock,
  keepHistoryDays,
  keepEventsDays,
}: Pick<Shop, 'db' | 'clock' | 'keepHistoryDays' | 'keepEventsDays'>): Promise<void> {
  const now = clock.now();
  const keptDays: readonly (readonly [DeletableHistory, number])[] = [
    ['security_events', keepEventsDays],
    ['order_events', keepHistoryDays],
    ['audit_log', keepHistoryDays],
  ];
  for (const [table, days] of keptDays) {
    const olderThan = new Date(now.getTime() - days * dayMs);
    const oldest = await oldestInHistory(db, table);
    if (oldest === undefined || oldest.getTime() > olderThan.getTime() - monthMs) continue;
    await deleteHistory(db, { table, olderThan, doer: 'shop', now });
  }
}
