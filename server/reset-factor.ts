import { recordSecurityEvent } from '#server/security-events/store.ts';
import type { Shop } from './shop.ts';
import { secondFactorResetMail } from '#server/third-parties/identity/embedded/account-mails.ts';
import { resetSecondFactor } from '#server/third-parties/identity/embedded/second-factor-store.ts';
import { writeMail } from '#server/mails/outbox.ts';
import { findUserByEmail } from '#server/users/store.ts';

/** What taking a second factor off came to, in a sentence for whoever typed the command. */
interface FactorReset {
  readonly line: string;
  readonly failed: boolean;
}

/**
 * Takes the second factor off an account whose app and recovery codes are lost, signs it out everywhere, and tells its owner.
 * The password stays; an admin of a live shop has no power until a new one is on, once the days for it are over.
 */
export async function resetFactor(
  desk: Pick<Shop, 'db' | 'clock' | 'log' | 'networkHash'>,
  typed: string,
): Promise<FactorReset> {
  const email = typed.normalize('NFC').trim().toLowerCase();
  const user = await findUserByEmail(desk.db, email);
  if (user === undefined)
    return { line: `There is no account with the address ${email}.`, failed: true };
  if (!(await resetSecondFactor(desk.db, user.subject)))
    return { line: `${email} has no second factor.`, failed: false };
  await writeMail(
    desk.db,
    secondFactorResetMail({ clock: desk.clock, email, subject: user.subject }),
    desk.clock.now(),
  );
  await recordSecurityEvent(desk, {
    kind: 'second_factor_reset',
    userId: user.id,
    from: undefined,
  });
  return {
    line: `${email} signs in with the password alone now, and was signed out everywhere.`,
    failed: false,
  };
}
