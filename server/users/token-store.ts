import { sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { Database } from '#server/shop.ts';
import type { Subject } from '#server/third-parties/identity/port.ts';

/** More than the browsers of one person ever need. */
const maxTokens = 50;

/** Stores an access token by its hash; deletes the account's expired ones, and its oldest when there are too many. */
export async function insertToken(db: Database, token: Tables['access_tokens']): Promise<void> {
  const older = db
    .selectFrom('access_tokens')
    .select('token_hash')
    .where('user_id', '=', token.user_id)
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .offset(maxTokens - 1);
  await db
    .deleteFrom('access_tokens')
    .where('user_id', '=', token.user_id)
    .where((is) => is.or([is('expires_at', '<=', token.created_at), is('token_hash', 'in', older)]))
    .execute();
  await db.insertInto('access_tokens').values(token).execute();
}

/** Deletes tokens that ended before a moment, a limited number at a time; answers how many. */
export async function forgetTokens(
  db: Database,
  { before, most }: { before: Date; most: number },
): Promise<number> {
  const over = db
    .selectFrom('access_tokens')
    .select('token_hash')
    .where('expires_at', '<=', before)
    .orderBy('expires_at')
    .limit(most);
  const { numDeletedRows } = await db
    .deleteFrom('access_tokens')
    .where('token_hash', 'in', over)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes a token. A hosted service does not tell the shop that its session has ended: then that ends with it. */
export async function deleteToken(db: Database, tokenHash: string): Promise<void> {
  const token = await db
    .deleteFrom('access_tokens')
    .where('token_hash', '=', tokenHash)
    .returning('identity_session')
    .executeTakeFirst();
  if (token !== undefined)
    await sql`delete from identity.hosted_sessions where id = ${token.identity_session}`.execute(
      db,
    );
}

export async function deleteTokensOf(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('access_tokens').where('user_id', '=', userId).execute();
}

/** Deletes all access tokens of an identity subject, after a password reset. */
export async function deleteTokensOfSubject(
  db: Database,
  { issuer, subject }: Subject,
): Promise<void> {
  await db
    .deleteFrom('access_tokens')
    .where(
      'user_id',
      'in',
      db
        .selectFrom('users')
        .select('id')
        .where('issuer', '=', issuer)
        .where('subject', '=', subject),
    )
    .execute();
}
