import { Refusal, refuse } from '#server/http/refusal.ts';
import type { Asked } from '#server/http/serve.ts';
import { forgetCommonPassword, isTooCommon } from './common-password.ts';
import { forward, type Outcome } from './forward.ts';
import { accountOf, rememberDevice, type AccountNow } from './known-devices.ts';
import type { IdentityParts } from './parts.ts';
import { withinEpoch } from './password-sign-in.ts';

/** Registers, and makes the browser known to the new account. Refuses with `email_in_use`. */
export async function register(parts: IdentityParts, asked: Asked<'register'>): Promise<Outcome> {
  const { body, address } = asked;
  const signUp = () => forward(parts, asked, { path: '/sign-up/email', body });
  const outcome = await parts
    .inLine({ address }, () => withinEpoch(parts, body.email, signUp))
    .catch(async (error: unknown) => {
      if (error instanceof Refusal && error.code === 'internal') {
        // Two registrations of one address at the same moment: the second meets the unique constraint.
        const { internalAdapter } = await parts.auth.$context;
        if ((await internalAdapter.findUserByEmail(body.email)) !== null) refuse('email_in_use');
      }
      throw error;
    });
  const { id: subject } = outcome.body['user'] as { id: string };
  // Nothing of a new account has ended yet; if something has by now, this browser is not to be known.
  return knownFrom(parts, outcome, { subject, epoch: 0 });
}

/**
 * Chooses a new password by a mailed code, and makes the browser known to the account. Refuses with `common_password` where the
 * account may not have such a one; the code is good for another try then.
 */
export async function resetPassword(
  parts: IdentityParts,
  asked: Asked<'resetPassword'>,
): Promise<Outcome> {
  const { body, address } = asked;
  const { internalAdapter } = await parts.auth.$context;
  const code = await internalAdapter.findVerificationValue(`reset-password:${body.token}`);
  const subject = code !== null && code.expiresAt > new Date() ? code.value : undefined;
  if (subject !== undefined && (await isTooCommon(parts, subject, body.newPassword)))
    refuse('common_password');
  const reset = () => forward(parts, asked, { path: '/reset-password', body });
  const outcome = await parts.inLine({ address }, reset);
  const account = subject === undefined ? undefined : await accountOf(parts.db, subject);
  if (account === undefined) return outcome;
  await forgetCommonPassword(parts.db, account.subject);
  return knownFrom(parts, outcome, account);
}

async function knownFrom(
  parts: IdentityParts,
  outcome: Outcome,
  account: AccountNow,
): Promise<Outcome> {
  return { ...outcome, cookies: [...outcome.cookies, await rememberDevice(parts, account)] };
}
