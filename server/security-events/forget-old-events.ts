import { dayMs } from '#contract/durations.ts';
import { deleteHistory } from '#server/history/store.ts';
import { oldestSecurityEvent } from './store.ts';
import type { Shop } from '#server/shop.ts';

const retentionMs = 365 * dayMs;
/** Deleting writes a row into the audit log, so it is done about once a month. */
const monthMs = 30 * dayMs;

/** Deletes the security events that are older than a year, a month's worth at a time. */
export async function forgetOldEvents({ db, clock }: Pick<Shop, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const oldest = await oldestSecurityEvent(db);
  if (oldest === undefined || now.getTime() - oldest.getTime() < retentionMs + monthMs) return;
  await deleteHistory(db, {
    table: 'security_events',
    olderThan: new Date(now.getTime() - retentionMs),
    doer: 'shop',
    now,
  });
}
