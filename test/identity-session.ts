import { sql } from 'kysely';
import type { Database } from '#server/shop.ts';

/**
 * Inserts a session of the identity service, which access tokens need. Its account has another address than the shop's, so
 * that tests can register that one. Answers the session's id.
 */
export async function insertIdentitySession(db: Database, subject: string): Promise<string> {
  const id = `session-of-${subject}`;
  await sql`
    insert into identity."user" ("id", "name", "email", "emailVerified") values (${subject}, 'Sample', ${`${subject}@session.test`}, true)
    on conflict do nothing`.execute(db);
  await sql`
    insert into identity."session" ("id", "token", "userId", "expiresAt", "updatedAt")
    values (${id}, ${id}, ${subject}, current_timestamp + interval '14 days', current_timestamp) on conflict do nothing`.execute(
    db,
  );
  return id;
}
