import type { FastifyRequest } from 'fastify';
import { forgetCommonPassword, isTooCommon, type CommonPasswordParts } from './common-password.ts';
import { refusal, type Outcome } from './forward.ts';
import { accountOf, rememberDevice, type DeviceParts } from './known-devices.ts';
import type { PasswordLine } from './password-line.ts';
import { withinEpoch } from './password-sign-in.ts';

type Parts = DeviceParts & CommonPasswordParts & { readonly inLine: PasswordLine };

/** Registers, and makes the browser known to the new account. */
export async function register(
  parts: Parts,
  request: FastifyRequest,
  asked: { email: string; work: () => Promise<Outcome> },
): Promise<Outcome> {
  const outcome = await parts.inLine({ address: request.ip }, () =>
    withinEpoch(parts, asked.email, asked.work),
  );
  const { user } = outcome.body as { user?: { id: string } };
  // Nothing of a new account has ended yet; if something has by now, this browser is not to be known.
  return outcome.status < 400 && user !== undefined
    ? knownFrom(parts, outcome, { subject: user.id, epoch: 0 })
    : outcome;
}

/**
 * Chooses a new password by a mailed code, and makes the browser known to the account. Refuses with `common_password` where the
 * account may not have such a one; the code is good for another try then.
 */
export async function resetPassword(
  parts: Parts,
  request: FastifyRequest,
  asked: { code: string; password: string; work: () => Promise<Outcome> },
): Promise<Outcome> {
  const { internalAdapter } = await parts.auth.$context;
  const code = await internalAdapter.findVerificationValue(`reset-password:${asked.code}`);
  const subject = code !== null && code.expiresAt > new Date() ? code.value : undefined;
  if (subject !== undefined && (await isTooCommon(parts, subject, asked.password)))
    return refusal(422, 'COMMON_PASSWORD');
  const outcome = await parts.inLine({ address: request.ip }, asked.work);
  const account =
    outcome.status < 400 && subject !== undefined ? await accountOf(parts.db, subject) : undefined;
  if (account === undefined) return outcome;
  await forgetCommonPassword(parts.db, account.subject);
  return knownFrom(parts, outcome, account);
}

async function knownFrom(
  parts: Parts,
  outcome: Outcome,
  account: { subject: string; epoch: number },
): Promise<Outcome> {
  return { ...outcome, cookies: [...outcome.cookies, await rememberDevice(parts, account)] };
}
