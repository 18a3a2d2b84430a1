import { incrementCounter, resetCounter, type Counter } from '#server/rate-limit/store.ts';
import { Refusal, refuse } from '#server/http/refusal.ts';
import { warnOfWrongCodes } from './account-mails.ts';
import { forward, type Asker, type Outcome } from './forward.ts';
import { sourceOf } from '#server/http/request-source.ts';
import type { IdentityParts } from './parts.ts';
import { recoveryCodeOf } from './second-factor-plugin.ts';

/** A code that somebody typed, and for which account. */
interface TypedCode {
  readonly user: { readonly id: string; readonly email: string };
  readonly code: string;
  /** The sign-in that the code belongs to is not done yet. */
  readonly signingIn?: boolean;
}

/** A code is good for a minute and a half: the library takes the one of before and the one after as well. */
const rememberedMs = 300_000;

/**
 * Has the library look at a code of the app, or at a recovery code. Ten in ten minutes for an account, wherever they come from:
 * whoever gets here has the password already. A code of the app counts once, also when it comes twice at the same moment.
 * Refuses with `wrong_code`, `code_step_over` and `too_many_requests`, and with that tells the owner by mail.
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
    throw error;
  });
  await resetCounter(parts.db, counter);
  if (signingIn) await parts.tell({ kind: 'sign_in_done', subject, from });
  return outcome;
}

/** Whoever saw a code being typed has no use of it. What was refused may come again: clocks differ, and it may be right soon. */
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
