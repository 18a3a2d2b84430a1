import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/shop.ts';
import type { Auth } from './auth.ts';
import { endSessions } from './sessions.ts';

interface AccountDeletion {
  readonly db: Database;
  readonly auth: Auth;
  readonly onlyUnconfirmed?: true;
}

/** Ends an account's sessions and deletes everything stored about it; idempotent. */
export async function deleteAccount(
  subject: string,
  { db, auth, onlyUnconfirmed }: AccountDeletion,
): Promise<void> {
  const { internalAdapter } = await auth.$context;
  const user = await internalAdapter.findUserById(subject);
  if (user === null || (onlyUnconfirmed && user.emailVerified)) return;
  await endSessions(db, subject);
  await sql`delete from identity."verification" where "value" = ${subject}`.execute(db);
  await internalAdapter.deleteUser(subject);
}

/**
 * Accounts registered for so many days (by the system clock) with an unconfirmed address. The list starts at a random id:
 * some are kept, and would otherwise fill every list.
 */
export async function listUnconfirmed(
  db: Database,
  { forDays, most }: { readonly forDays: number; readonly most: number },
): Promise<string[]> {
  const from = randomBytes(3).toString('base64url');
  const { rows } = await sql<{ id: string }>`
    select "id" as id from identity."user" where not "emailVerified" and "createdAt" <= current_timestamp - ${forDays} * interval '1 day'
    order by "id" < ${from}, "id" limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}
