import { sql } from 'kysely';
import type { Database } from '#server/shop.ts';

/** How often everything that an account was entered with has ended; 0 for an account that is not there. */
export async function credentialEpoch(db: Database, email: string): Promise<number> {
  const { rows } = await sql<{ epoch: number }>`
    select e.epoch from identity.credential_epochs e join identity."user" u on u."id" = e.user_id where u."email" = ${email}`.execute(db);
  return rows[0]?.epoch ?? 0;
}

/**
 * Ends every session of an account, also one that is being made: the epoch goes up first, so a sign-in that looks at it
 * after storing its session either sees the new epoch or has stored the session before it is looked for here.
 */
export async function endSessions(db: Database, subject: string): Promise<void> {
  await sql`
    insert into identity.credential_epochs as e (user_id, epoch)
    select "id", 1 from identity."user" where "id" = ${subject}
    on conflict (user_id) do update set epoch = e.epoch + 1`.execute(db);
  // A statement of its own: it has to see what was stored until the first one was committed.
  await sql`delete from identity."session" where "userId" = ${subject}`.execute(db);
}

/** Ends every session of an account but one. */
export async function endOtherSessions(db: Database, subject: string, kept: string): Promise<void> {
  await sql`delete from identity."session" where "userId" = ${subject} and "id" <> ${kept}`.execute(db);
}

/** Forgets sessions and mailed codes that have ended, a thousand of each at most; in the machine's time, as the library keeps them. */
export async function forgetEnded(db: Database): Promise<void> {
  await sql`
    delete from identity."session" where "id" in (
      select "id" from identity."session" where "expiresAt" <= current_timestamp order by "expiresAt" limit 1000)`.execute(db);
  await sql`
    delete from identity."verification" where "id" in (
      select "id" from identity."verification" where "expiresAt" <= current_timestamp order by "expiresAt" limit 1000)`.execute(db);
}
