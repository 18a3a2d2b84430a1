import { sql } from 'kysely';
import type { Database } from '#server/shop.ts';

/** A counter that is incremented whenever all sessions of an account end; 0 for an unknown account. */
export async function credentialEpoch(db: Database, email: string): Promise<number> {
  const { rows } = await sql<{ epoch: number }>`
    select e.epoch from identity.credential_epochs e join identity."user" u on u."id" = e.user_id where u."email" = ${email}`.execute(
    db,
  );
  return rows[0]?.epoch ?? 0;
}

/**
 * Ends every session of an account, also those of sign-ins under way. The epoch is incremented first: a sign-in reads it
 * after storing its session, so either it sees the new epoch, or its session is found and deleted here.
 */
export async function endSessions(db: Database, subject: string): Promise<void> {
  await incrementEpoch(db, subject);
  await endCodeSteps(db, subject);
  // A separate statement, because it must see sessions that were stored until the increment was committed.
  await sql`delete from identity."session" where "userId" = ${subject}`.execute(db);
}

/** Ends every session of an account but one. */
export async function endOtherSessions(db: Database, subject: string, kept: string): Promise<void> {
  await sql`delete from identity."session" where "userId" = ${subject} and "id" <> ${kept}`.execute(
    db,
  );
}

/** The session that may stay, and the epoch when its request began. */
interface KeptSession {
  readonly session: string;
  readonly epoch: number;
}

/**
 * Ends every session of an account but one, also those of sign-ins under way, and answers the epoch that it leaves. Undefined when the
 * epoch has changed meanwhile, by a reset for example: then that session ends too, so that a thief's change cannot win against the owner's reset.
 */
export async function keepOnlySession(
  db: Database,
  subject: string,
  { session, epoch }: KeptSession,
): Promise<number | undefined> {
  const moved = await incrementEpoch(db, subject, epoch);
  if (!moved) {
    await endSessions(db, subject);
    return undefined;
  }
  await endCodeSteps(db, subject);
  await endOtherSessions(db, subject, session);
  // Incremented here and for the codes; not read, because a reset may have incremented it since.
  return epoch + 2;
}

/** Increments the epoch; with `from` only if it is still that, and answers whether it was. */
async function incrementEpoch(db: Database, subject: string, from?: number): Promise<boolean> {
  const { rows } = await sql<{ epoch: number }>`
    insert into identity.credential_epochs as e (user_id, epoch)
    select "id", 1 from identity."user" where "id" = ${subject}
    on conflict (user_id) do update set epoch = e.epoch + 1
    where ${from ?? null}::integer is null or e.epoch = ${from ?? null}::integer
    returning e.epoch`.execute(db);
  return from === undefined || rows[0]?.epoch === from + 1;
}

/** Ends every code that was sent to the owner of an account, or waits for one: to reset the password, to sign in, to confirm a browser. */
export async function endCodes(db: Database, subject: string): Promise<void> {
  await sql`delete from identity."verification" where "value" = ${subject}`.execute(db);
}

/**
 * Ends sign-ins that wait for the code of a second factor. The epoch is incremented again afterwards: a code that is checked
 * later finds no sign-in, and one that is checked at the same moment sees the epoch change.
 */
async function endCodeSteps(db: Database, subject: string): Promise<void> {
  await sql`delete from identity."verification" where "value" = ${subject} and "identifier" like '2fa-%'`.execute(
    db,
  );
  await incrementEpoch(db, subject);
}

/** Ends one session of an account; false when there is no such session. */
export async function endSession(db: Database, subject: string, id: string): Promise<boolean> {
  const { numAffectedRows } =
    await sql`delete from identity."session" where "userId" = ${subject} and "id" = ${id}`.execute(
      db,
    );
  return numAffectedRows === 1n;
}
