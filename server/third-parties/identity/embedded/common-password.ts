import { sql } from 'kysely';
import { weaknessOf } from '#contract/password-advice.ts';
import type { Database } from '#server/shop.ts';
import type { IdentityParts } from './parts.ts';

/** Whether the account may not choose this password (docs/decisions/0021). */
export async function isTooCommon(
  parts: IdentityParts,
  subject: string,
  password: string,
): Promise<boolean> {
  return (await parts.needsBetterPassword(subject)) && isWeak(parts, subject, password);
}

/**
 * Called with a password that was typed and is right, because a hash does not show whether it is common. If it is, and the
 * account may not have such a one, that is stored, and its admin power rests until the password is changed.
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

/** Called when the account has got another password. */
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
