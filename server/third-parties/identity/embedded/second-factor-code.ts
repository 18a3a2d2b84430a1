import { incrementCounter, resetCounter, type Counter } from '#server/rate-limit/store.ts';
import { Refusal, refuse } from '#server/http/refusal.ts';
import { warnOfWrongCodes } from './account-mails.ts';
import { canReadSecondFactor } from './change-secret.ts';
import { forward, type Asker, type Outcome } from './forward.ts';
import { sourceOf } from '#server/http/request-source.ts';
import type { IdentityParts } from './parts.ts';
import { recoveryCodeOf } from './second-factor-plugin.ts';

interface TypedCode {
  readonly user: { readonly id: string; readonly email: string };
  readonly code: string;
  /** The code completes a sign-in. */
  readonly signingIn?: boolean;
}

/** Longer than a code is valid: a minute and a half, because the library also accepts the previous and the next one. */
const rememberedMs = 300_000;

/**
 * Checks a code of the authenticator app, or a recovery code. An account has ten tries in ten minutes from all networks
 * together, because only somebody with the password gets here. A code of the app works once, also for concurrent requests.
 * Refuses with `wrong_code`, `code_step_over`, `second_factor_unreadable`, and `too_many_requests`, which is also mailed to the owner.
 */
export async function checkCode(
  parts: IdentityParts,
  asker: Asker,
  { user, code, signingIn = false }: TypedCode,
): Promise<Outcome> {
  const subject = user.id;
  const from = sourceOf(asker);
  const counter: Counter = { key: ['second-factor', subject], most: 10, seconds: 600 };
  const wait = await incrementCounter(parts.db, counter, parts.clock.now());
  if (wait !== undefined) {
    await warnOfWrongCodes(parts, user);
    refuse('too_many_requests', { retryAfterSeconds: wait });
  }
  const digits = code.replaceAll(/\s/g, '');
  const ask = (path: string, shown: string) =>
    forward(parts, asker, { path, body: { code: shown }, signedOut: signingIn });
  const asked = /^\d{6}$/.test(digits)
    ? once(parts, `${subject}:${digits}`, () => ask('/two-factor/verify-totp', digits))
    : ask('/two-factor/verify-backup-code', recoveryCodeOf(code) ?? '');
  const outcome = await asked.catch(async (error: unknown) => {
    if (error instanceof Refusal) await parts.tell({ kind: 'second_factor_failed', subject, from });
    else if (await isUnreadable(parts, subject)) refuse('second_factor_unreadable');
    throw error;
  });
  await resetCounter(parts.db, counter);
  if (signingIn) await parts.tell({ kind: 'sign_in_done', subject, from });
  return outcome;
}

/** Whether a second factor or its recovery codes were encrypted with a secret that this copy does not have; logs it. */
export async function isUnreadable(
  { db, secrets, log }: IdentityParts,
  subject: string,
): Promise<boolean> {
  if (await canReadSecondFactor(db, secrets, subject)) return false;
  log.error(
    { subject },
    'a second factor was encrypted with a secret that this copy does not have',
  );
  return true;
}

/** Lets a code work once. A refused code may be sent again: clocks differ, and it may be valid soon. */
async function once(
  { auth }: IdentityParts,
  code: string,
  check: () => Promise<Outcome>,
): Promise<Outcome> {
  const { internalAdapter } = await auth.$context;
  const identifier = `used-code:${code}`;
  const expiresAt = new Date(Date.now() + rememberedMs);
  if (!(await internalAdapter.reserveVerificationValue({ identifier, value: 'used', expiresAt })))
    refuse('wrong_code');
  return check().catch(async (error: unknown) => {
    if (error instanceof Refusal) await internalAdapter.deleteVerificationByIdentifier(identifier);
    throw error;
  });
}
