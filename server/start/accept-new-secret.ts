import { sql } from 'kysely';
import type { Clock } from '#server/clock.ts';
import { withShopFacts } from '#server/db/shop-facts.ts';
import { writeMail } from '#server/mails/outbox.ts';
import { recordSecurityEvent } from '#server/security-events/store.ts';
import type { Shop } from '#server/shop.ts';
import { secondFactorResetMail } from '#server/third-parties/identity/embedded/account-mails.ts';
import { issuer } from '#server/third-parties/identity/embedded/auth.ts';
import { forgetKeys } from '#server/third-parties/identity/embedded/change-secret.ts';
import { fingerprintOf } from '#server/third-parties/identity/embedded/secrets.ts';
import { resetSecondFactor } from '#server/third-parties/identity/embedded/second-factor-store.ts';
import { findUserId } from '#server/users/store.ts';

type Context = Pick<Shop, 'db' | 'log' | 'networkHash'> & { readonly clock: Clock };

/**
 * `npm run admin -- accept-new-secret`, for a secret that is lost: nothing that it encrypted can be read any more. Everybody is
 * signed out and all second factors are removed; passwords stay. Waits while a copy starts, and tells `say`. Answers what to print.
 */
export async function acceptNewSecret(
  { db, clock, log, networkHash }: Context,
  secret: string,
  say: (sentence: string) => void = () => undefined,
): Promise<string[]> {
  return withShopFacts(db, (tx) => accept({ db: tx, clock, log, networkHash }, secret), say);
}

async function accept(shop: Context, secret: string): Promise<string[]> {
  const { db: tx, clock } = shop;
  const fingerprint = fingerprintOf(secret);
  const changed = await tx
    .updateTable('shop_facts')
    .set({ secret_fingerprint: fingerprint })
    .where(sql<boolean>`secret_fingerprint is distinct from ${fingerprint}`)
    .returning('only_row')
    .execute();
  if (changed.length === 0) return ['The database knows this secret already: nothing to do.'];
  const { rows } = await sql<{ subject: string; email: string }>`
      select "id" as subject, "email" as email from identity."user" where "twoFactorEnabled" order by "email"`.execute(
    tx,
  );
  for (const { subject, email } of rows) {
    await resetSecondFactor(tx, subject);
    const now = clock.now();
    await writeMail(tx, secondFactorResetMail({ clock, email, subject, why: 'unreadable' }), now);
    const userId = await findUserId(tx, { issuer, subject });
    await recordSecurityEvent(shop, {
      kind: 'second_factor_reset',
      userId,
      from: undefined,
    });
  }
  await forgetKeys(tx);
  return [
    'The new secret is accepted. Everybody signs in anew; passwords stay.',
    rows.length === 0
      ? 'Nobody had a second factor.'
      : `Second factors that were removed, and their owners mailed: ${rows.length}.`,
  ];
}
