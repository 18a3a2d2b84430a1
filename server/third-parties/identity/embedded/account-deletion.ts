import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/shop.ts';
import type { Auth } from './auth.ts';
import { endSessions } from './sessions.ts';

/** An account to forget, and the service that keeps it. */
interface Leaving {
  readonly db: Database;
  readonly auth: Auth;
  readonly onlyUnconfirmed?: true;
}

/** Forgets an account: its sessions end, then its passwords, second factor, open codes and itself go. Done twice it is done once. */
export async function deleteAccount(
  subject: string,
  { db, auth, onlyUnconfirmed }: Leaving,
): Promise<void> {
  const { internalAdapter } = await auth.$context;
  const user = await internalAdapter.findUserById(subject);
  if (user === null || (onlyUnconfirmed && user.emailVerified)) return;
  await endSessions(db, subject);
  await sql`delete from identity."verification" where "value" = ${subject}`.execute(db);
  await internalAdapter.deleteUser(subject);
}

/**
 * Accounts registered for so many days, in the machine's time, whose address nobody has proven. From a random one on, because
 * some of them stay: what stands at the front must not keep the others from being seen.
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
