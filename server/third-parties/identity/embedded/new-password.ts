import { Refusal, refuse } from '#server/http/refusal.ts';
import type { Asked } from '#server/http/serve.ts';
import { forgetCommonPassword, isTooCommon } from './common-password.ts';
import { forward, type Outcome } from './forward.ts';
import { accountOf, withKnownDevice } from './known-devices.ts';
import type { IdentityParts } from './parts.ts';
import { withinEpoch } from './password-sign-in.ts';

/** Registers, and makes the browser a known device. Refuses with `email_in_use`. */
export async function register(parts: IdentityParts, asked: Asked<'register'>): Promise<Outcome> {
  const { body, address } = asked;
  const signUp = () => forward(parts, asked, { path: '/sign-up/email', body });
  const outcome = await parts
    .passwordQueue({ address }, () => withinEpoch(parts, body.email, signUp))
    .catch(async (error: unknown) => {
      if (error instanceof Refusal && error.code === 'internal') {
        // Two registrations of one address at the same moment: the second violates the unique constraint.
        const { internalAdapter } = await parts.auth.$context;
        if ((await internalAdapter.findUserByEmail(body.email)) !== null) refuse('email_in_use');
      }
      throw error;
    });
  const { id: subject } = outcome.body['user'] as { id: string };
  // The epoch of a new account. If a reset has incremented it meanwhile, this browser stays unknown.
  return withKnownDevice(parts, outcome, { subject, epoch: 0 });
}

/**
 * Sets a new password by a mailed code, and makes the browser a known device. Refuses with `common_password` if the account
 * may not have this one; the code then stays valid.
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
  const outcome = await parts.passwordQueue({ address }, reset);
  const account = subject === undefined ? undefined : await accountOf(parts.db, subject);
  if (account === undefined) return outcome;
  await forgetCommonPassword(parts.db, account.subject);
  return withKnownDevice(parts, outcome, account);
}
