import { sql } from 'kysely';
import { weaknessOf } from '#contract/password-advice.ts';
import type { Database } from '#server/shop.ts';
import type { IdentityParts } from './parts.ts';

/** Whether this password is refused to this account. The specification lets everybody else have it. */
export async function isTooCommon(
  parts: IdentityParts,
  subject: string,
  password: string,
): Promise<boolean> {
  return (await parts.needsBetterPassword(subject)) && isWeak(parts, subject, password);
}

/**
 * The right password was typed: a hash does not say whether it is common, the password does. Where it may not be, the account
 * is noted, and its power rests until it has another one.
 */
export async function noteCommonPassword(
  parts: IdentityParts,
  subject: string,
  password: string,
): Promise<void> {
  if (!(await parts.needsBetterPassword(subject))) return;
  if (!(await isWeak(parts, subject, password))) return forgetCommonPassword(parts.db, subject);
  await sql`
    insert into identity.common_passwords (account_id, noted_at)
    select "id", ${parts.clock.now()}::timestamptz from identity."account" where "userId" = ${subject} and "providerId" = 'credential'
    on conflict do nothing`.execute(parts.db);
}

/** The account has another password. */
export async function forgetCommonPassword(db: Database, subject: string): Promise<void> {
  await sql`
    delete from identity.common_passwords where account_id in (
      select "id" from identity."account" where "userId" = ${subject})`.execute(db);
}

async function isWeak(
  { auth }: IdentityParts,
  subject: string,
  password: string,
): Promise<boolean> {
  const user = await (await auth.$context).internalAdapter.findUserById(subject);
  return weaknessOf(password, { email: user?.email, name: user?.name }) !== undefined;
}
