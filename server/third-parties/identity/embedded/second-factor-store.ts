import { sql } from 'kysely';
import type { Database } from '#server/shop.ts';
import { endSessions } from './sessions.ts';

/** Removes a second factor with its recovery codes; false when there was none. */
export async function removeSecondFactor(db: Database, subject: string): Promise<boolean> {
  // One statement, because a flag without a secret would lock the owner out.
  const { numAffectedRows } = await sql`
    with gone as (delete from identity."twoFactor" where "userId" = ${subject})
    update identity."user" set "twoFactorEnabled" = false where "id" = ${subject} and "twoFactorEnabled"`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

/** Removes a lost second factor and ends all sessions; false when there was none. */
export async function resetSecondFactor(db: Database, subject: string): Promise<boolean> {
  const wasOn = await removeSecondFactor(db, subject);
  if (wasOn) await endSessions(db, subject);
  return wasOn;
}
