import type { FastifyRequest } from 'fastify';
import { countAttempt, forgetAttempts, uncountAttempt, type Attempt, type AttemptLimit } from '#server/attempts/store.ts';
import { sourceOf } from '#server/request-source.ts';
import { forward, refusal, type Outcome } from '#server/third-parties/identity/embedded/forward.ts';
import { sentAway } from '#server/third-parties/identity/embedded/password-line.ts';
import type { AccountParts } from '#server/third-parties/identity/embedded/signed-in.ts';
import { credentialEpoch } from '#server/third-parties/identity/embedded/sessions.ts';

type Parts = AccountParts;

/** What somebody typed. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

const limit: AttemptLimit = { perAccount: 10, perAddress: 300 };

/** Signs in with a password, wherever one is asked for. */
export async function signInByPassword(parts: Parts, request: FastifyRequest, { email, password }: Credentials): Promise<Outcome> {
  const signIn = () => forward(parts, request, { method: 'POST', path: '/sign-in/email', body: { email, password } });
  const outcome = await countPassword(parts, request, { email, check: () => withinEpoch(parts, email, signIn) });
  const { twoFactorRedirect } = outcome.body as { twoFactorRedirect?: unknown };
  if (outcome.status < 400 && !twoFactorRedirect) await parts.tell({ kind: 'sign_in_done', email, from: sourceOf(request) });
  return outcome;
}

/** Whose password is looked at, and how. */
interface PasswordCheck {
  readonly email: string;
  readonly check: () => Promise<Outcome>;
}

/** Every look at a password counts, whatever it is asked for; the right one forgets the wrong ones. */
export async function countPassword(parts: Parts, request: FastifyRequest, { email, check }: PasswordCheck): Promise<Outcome> {
  const attempt: Attempt = { what: 'sign-in', address: request.ip, account: email };
  const retryAfterSeconds = await countAttempt(parts.db, attempt, limit, parts.clock.now());
  if (retryAfterSeconds !== undefined) {
    await parts.tell({ kind: 'sign_in_limited', email, from: sourceOf(request) });
    return refusal(429, 'TOO_MANY', retryAfterSeconds);
  }
  const outcome = await parts.inLine(request.ip, check);
  if (outcome === sentAway) await uncountAttempt(parts.db, attempt);
  if (outcome.status < 400) await forgetAttempts(parts.db, attempt);
  // Also of an address that no account has: whoever measures how long it takes learns nothing.
  if (outcome.status === 401) await parts.tell({ kind: 'sign_in_failed', email, from: sourceOf(request) });
  return outcome;
}

/** A session that a password gave is taken back when the password has ended while it was checked: a reset must not be outrun. */
export async function withinEpoch(
  { auth, db }: Pick<Parts, 'auth' | 'db'>,
  email: string,
  signIn: () => Promise<Outcome>,
): Promise<Outcome> {
  const epoch = await credentialEpoch(db, email);
  const outcome = await signIn();
  if (outcome.status >= 400 || (await credentialEpoch(db, email)) === epoch) return outcome;
  const { token } = outcome.body as { token?: unknown };
  const { internalAdapter } = await auth.$context;
  if (typeof token === 'string') await internalAdapter.deleteSession(token);
  return refusal(401, 'INVALID_EMAIL_OR_PASSWORD');
}
