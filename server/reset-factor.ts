import { recordSecurityEvent } from '#server/security-events/store.ts';
import type { Shop } from './shop.ts';
import { secondFactorResetMail } from '#server/third-parties/identity/embedded/account-mails.ts';
import { resetSecondFactor } from '#server/third-parties/identity/embedded/second-factor-store.ts';
import { writeMail } from '#server/mails/outbox.ts';
import { findUserByEmail } from '#server/users/store.ts';

/**
 * Removes the second factor of an account whose app and recovery codes are lost, signs it out everywhere and mails its
 * owner. The password stays; an admin of a live shop has no power once the days to turn on a new one are over. Answers
 * what to print.
 */
export async function resetFactor(
  shop: Pick<Shop, 'db' | 'clock' | 'log' | 'networkHash'>,
  typed: string,
): Promise<{ lines: string[]; failed: boolean }> {
  const email = typed.normalize('NFC').trim().toLowerCase();
  const user = await findUserByEmail(shop.db, email);
  if (user === undefined)
    return { lines: [`There is no account with the address ${email}.`], failed: true };
  if (user.issuer.startsWith('https://'))
    return {
      lines: [`${email} signs in at ${user.issuer}: a second factor is taken off there.`],
      failed: true,
    };
  if (!(await resetSecondFactor(shop.db, user.subject)))
    return { lines: [`${email} has no second factor.`], failed: false };
  await writeMail(
    shop.db,
    secondFactorResetMail({ clock: shop.clock, email, subject: user.subject, why: 'lost' }),
    shop.clock.now(),
  );
  await recordSecurityEvent(shop, {
    kind: 'second_factor_reset',
    userId: user.id,
    from: undefined,
  });
  const line = `${email} signs in with the password alone now, and was signed out everywhere.`;
  return { lines: [line], failed: false };
}
