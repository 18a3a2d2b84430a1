import type { FastifyRequest } from 'fastify';
import { incrementCounter, resetCounter, type Counter } from '#server/rate-limit/store.ts';
import { sourceOf } from '#server/http/request-source.ts';
import { wrongCodesMail } from './account-mails.ts';
import { forward, refusal, type Outcome } from './forward.ts';
import { recoveryCodeOf } from './second-factor-plugin.ts';
import type { AccountParts } from './signed-in.ts';
import { writeMail } from '#server/mails/outbox.ts';

/** A code that somebody typed, and for which account. */
export interface TypedCode {
  readonly user: { readonly id: string; readonly email: string };
  readonly code: string;
  /** The sign-in that the code belongs to is not done yet. */
  readonly signingIn?: true;
}

/** A code is good for a minute and a half: the library takes the one of before and the one after as well. */
const rememberedMs = 300_000;

/**
 * Has the library look at a code of the app, or at a recovery code. Ten in ten minutes for an account, wherever they come from:
 * whoever gets here has the password already. A code of the app counts once, also when it comes twice at the same moment.
 * Refuses with `wrong_code`, `code_step_over` and `too_many_requests`, and with that tells the owner by mail.
 */
export async function checkCode(
  parts: AccountParts,
  request: FastifyRequest,
  { user, code, signingIn }: TypedCode,
): Promise<Outcome> {
  const counter: Counter = { key: ['second-factor', user.id], most: 10, seconds: 600 };
  const wait = await incrementCounter(parts.db, counter, parts.clock.now());
  if (wait !== undefined) {
    await writeMail(
      parts.db,
      wrongCodesMail({ ...parts, email: user.email, subject: user.id }),
      parts.clock.now(),
    );
    return refusal(429, 'TOO_MANY', wait);
  }
  const digits = code.replaceAll(/\s/g, '');
  const ask = (path: string, shown: string) =>
    forward(parts, request, {
      method: 'POST',
      path,
      body: { code: shown },
      ...(signingIn && { signedOut: signingIn }),
    });
  const outcome = /^\d{6}$/.test(digits)
    ? await once(parts, `${user.id}:${digits}`, () => ask('/two-factor/verify-totp', digits))
    : await ask('/two-factor/verify-backup-code', recoveryCodeOf(code) ?? '');
  if (outcome.status < 400) {
    await resetCounter(parts.db, counter);
    if (signingIn)
      await parts.tell({ kind: 'sign_in_done', subject: user.id, from: sourceOf(request) });
  } else
    await parts.tell({ kind: 'second_factor_failed', subject: user.id, from: sourceOf(request) });
  // Two requests with one recovery code: the second meets a list without it.
  return outcome.status === 409 ? refusal(401, 'INVALID_CODE') : outcome;
}

/** Whoever saw a code being typed has no use of it. What was refused may come again: clocks differ, and it may be right soon. */
async function once(
  { auth }: AccountParts,
  code: string,
  check: () => Promise<Outcome>,
): Promise<Outcome> {
  const { internalAdapter } = await auth.$context;
  const identifier = `used-code:${code}`;
  const expiresAt = new Date(Date.now() + rememberedMs);
  if (!(await internalAdapter.reserveVerificationValue({ identifier, value: 'used', expiresAt })))
    return refusal(401, 'INVALID_CODE');
  const outcome = await check();
  if (outcome.status >= 400) await internalAdapter.deleteVerificationByIdentifier(identifier);
  return outcome;
}
