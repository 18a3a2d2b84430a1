import { sql } from 'kysely';
import type { Database } from '#server/shop.ts';

/** How often everything that an account was entered with has ended; 0 for an account that is not there. */
export async function credentialEpoch(db: Database, email: string): Promise<number> {
  const { rows } = await sql<{ epoch: number }>`
    select e.epoch from identity.credential_epochs e join identity."user" u on u."id" = e.user_id where u."email" = ${email}`.execute(
    db,
  );
  return rows[0]?.epoch ?? 0;
}

/**
 * Ends every session of an account, also one that is being made: the epoch goes up first, so a sign-in that looks at it
 * after storing its session either sees the new epoch or has stored the session before it is looked for here.
 */
export async function endSessions(db: Database, subject: string): Promise<void> {
  await moveEpoch(db, subject);
  await endCodeSteps(db, subject);
  // A statement of its own: it has to see what was stored until the first one was committed.
  await sql`delete from identity."session" where "userId" = ${subject}`.execute(db);
}

/** Ends every session of an account but one. */
export async function endOtherSessions(db: Database, subject: string, kept: string): Promise<void> {
  await sql`delete from identity."session" where "userId" = ${subject} and "id" <> ${kept}`.execute(
    db,
  );
}

/** What goes on after its owner changed how an account is entered: the session it was changed in, known since this epoch. */
interface KeptSession {
  readonly session: string;
  readonly epoch: number;
}

/**
 * Ends every session of an account but one, also those that are being made. False when everything ended meanwhile, by a
 * reset for example: then the kept one ends too, because a thief must not outrun the owner.
 */
export async function goOnAlone(
  db: Database,
  subject: string,
  { session, epoch }: KeptSession,
): Promise<boolean> {
  const moved = await moveEpoch(db, subject, epoch);
  if (!moved) {
    await endSessions(db, subject);
    return false;
  }
  await endCodeSteps(db, subject);
  await endOtherSessions(db, subject, session);
  return true;
}

/** Moves the epoch on; with `from` only if it still stands there, and answers whether it did. */
async function moveEpoch(db: Database, subject: string, from?: number): Promise<boolean> {
  const { rows } = await sql<{ epoch: number }>`
    insert into identity.credential_epochs as e (user_id, epoch)
    select "id", 1 from identity."user" where "id" = ${subject}
    on conflict (user_id) do update set epoch = e.epoch + 1
    where ${from ?? null}::integer is null or e.epoch = ${from ?? null}::integer
    returning e.epoch`.execute(db);
  return from === undefined || rows[0]?.epoch === from + 1;
}

/**
 * Ends the sign-ins that wait for the code of a second factor. The epoch goes up once more after it: a sign-in by code that
 * began after that finds nothing to go on with, and one that began before sees the epoch move.
 */
async function endCodeSteps(db: Database, subject: string): Promise<void> {
  await sql`delete from identity."verification" where "value" = ${subject} and "identifier" like '2fa-%'`.execute(
    db,
  );
  await moveEpoch(db, subject);
}

/** Ends one session of an account; false when it has none like it. */
export async function endSession(db: Database, subject: string, id: string): Promise<boolean> {
  const { numAffectedRows } =
    await sql`delete from identity."session" where "userId" = ${subject} and "id" = ${id}`.execute(
      db,
    );
  return numAffectedRows === 1n;
}

/** Forgets sessions and mailed codes that have ended, a thousand of each at most; in the machine's time, as the library keeps them. */
export async function forgetEnded(db: Database): Promise<void> {
  await sql`
    delete from identity."session" where "id" in (
      select "id" from identity."session" where "expiresAt" <= current_timestamp order by "expiresAt" limit 1000)`.execute(
    db,
  );
  await sql`
    delete from identity."verification" where "id" in (
      select "id" from identity."verification" where "expiresAt" <= current_timestamp order by "expiresAt" limit 1000)`.execute(
    db,
  );
}
