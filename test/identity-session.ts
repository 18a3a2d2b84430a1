import { sql } from 'kysely';
import type { Database } from '#server/shop.ts';

/**
 * A session of the identity service that lives: access tokens given without a sign-in need one. Its account has an address
 * of its own, so that tests may register the shop's ones. Answers the session's id.
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
