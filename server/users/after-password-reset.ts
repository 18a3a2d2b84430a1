import type { Database } from '#server/shop.ts';
import { clearUnconfirmedProfile, deleteTokensOfSubject, type Subject } from '#server/users/store.ts';

/** A password was chosen by a mailed link: whoever was in the account before is not in it any more. */
export async function afterPasswordReset(db: Database, subject: Subject, now: Date): Promise<void> {
  await deleteTokensOfSubject(db, subject);
  await clearUnconfirmedProfile(db, subject, now);
}
