import { sql } from 'kysely';
import type { Database } from '#server/shop.ts';
import type { Subject } from '#server/third-parties/identity/port.ts';

/** How long a session lives after the service was asked about it. */
export const sessionHours = 1;

/** A sign-in at the service. */
export interface SignedIn extends Subject {
  /** Seconds since 1970, by the service's clock. */
  readonly signedInAt: number;
}

/** A sign-in that was let in. */
interface Begun {
  readonly session: string;
  /** Whether the shop sees it for the first time, and it is of the last hour: the shop may have forgotten an older one. */
  readonly isNew: boolean;
}

/**
 * Stores a sign-in for another hour; undefined when it has ended. The account is read again after its session is stored:
 * so either this sees the new end, or `endSessionsUntil` finds the session and deletes it.
 */
export async function beginSession(db: Database, signIn: SignedIn): Promise<Begun | undefined> {
  const { issuer, subject, signedInAt } = signIn;
  const session = `${issuer}#${subject}#${signedInAt}`;
  // One statement: an account that is being deleted meanwhile waits for it, and takes the session with it.
  const { rows: stored } = await sql<{ is_new: boolean }>`
    with account as (
      insert into identity.hosted_accounts as a (issuer, subject) values (${issuer}, ${subject})
      on conflict (issuer, subject) do update set ended_at = a.ended_at returning issuer, subject)
    insert into identity.hosted_sessions as s (id, issuer, subject, signed_in_at, expires_at)
    select ${session}, issuer, subject, to_timestamp(${signedInAt}), current_timestamp + ${sessionHours} * interval '1 hour' from account
    on conflict (id) do update set expires_at = excluded.expires_at
    returning xmax = 0 and s.signed_in_at > current_timestamp - ${sessionHours} * interval '1 hour' as is_new`.execute(
    db,
  );
  const { rows: goingOn } = await sql`
    select from identity.hosted_accounts where issuer = ${issuer} and subject = ${subject}
    and (ended_at is null or ended_at < to_timestamp(${signedInAt}))`.execute(db);
  if (goingOn.length === 0) {
    await sql`delete from identity.hosted_sessions where id = ${session}`.execute(db);
    return undefined;
  }
  return { session, isNew: stored[0]?.is_new === true };
}

/** Ends every session whose sign-in was until then (seconds since 1970), also those that the shop has not seen yet. */
export async function endSessionsUntil(
  db: Database,
  { issuer, subject, signedInAt }: SignedIn,
): Promise<void> {
  await sql`
    insert into identity.hosted_accounts as a (issuer, subject, ended_at) values (${issuer}, ${subject}, to_timestamp(${signedInAt}))
    on conflict (issuer, subject) do update set ended_at = greatest(a.ended_at, excluded.ended_at)`.execute(
    db,
  );
  // A separate statement, because it must see sessions that were stored until the end was committed.
  await sql`
    delete from identity.hosted_sessions
    where issuer = ${issuer} and subject = ${subject} and signed_in_at <= to_timestamp(${signedInAt})`.execute(
    db,
  );
}

/** Forgets an account with its sessions. */
export async function forgetAccount(db: Database, { issuer, subject }: Subject): Promise<void> {
  await sql`
    delete from identity.hosted_accounts where issuer = ${issuer} and subject = ${subject}`.execute(
    db,
  );
}

/** Deletes sessions that have ended, at most so many; answers how many. */
export async function forgetSessions(db: Database, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from identity.hosted_sessions where id in (
      select id from identity.hosted_sessions where expires_at <= current_timestamp order by expires_at limit ${most})`.execute(
    db,
  );
  return Number(numAffectedRows);
}
