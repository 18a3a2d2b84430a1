import type { FastifyRequest } from 'fastify';
import { sourceOf, type RequestSource } from '#server/http/request-source.ts';
import { noteCommonPassword } from './common-password.ts';
import { forward, refusal, type Outcome } from './forward.ts';
import { countGuess, forgiveGuesses, uncountGuess } from './guess-limits.ts';
import { accountAt, knownDevice, rememberDevice, type AccountNow } from './known-devices.ts';
import { sentAway } from './password-line.ts';
import type { AccountParts } from './signed-in.ts';
import { refuseUnknownDevice } from './unknown-device.ts';
import { credentialEpoch } from './sessions.ts';

type Parts = AccountParts;

/** What somebody typed. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Signs in with a password, wherever one is asked for, and makes the browser known to the account. */
export async function signInByPassword(
  parts: Parts,
  request: FastifyRequest,
  { email, password }: Credentials,
): Promise<Outcome> {
  const signIn = () =>
    forward(parts, request, { method: 'POST', path: '/sign-in/email', body: { email, password } });
  const typist = await typistOf(parts, request, email);
  const outcome = await counted(parts, typist, {
    check: () => withinEpoch(parts, email, signIn),
    password,
  });
  const { twoFactorRedirect } = outcome.body as { twoFactorRedirect?: true };
  // Whoever owes a code is not in yet.
  if (outcome.status >= 400 || twoFactorRedirect) return outcome;
  await parts.tell({ kind: 'sign_in_done', email, from: typist.from });
  if (typist.account === undefined) return outcome;
  return {
    ...outcome,
    cookies: [...outcome.cookies, await rememberDevice(parts, typist.account, typist.device)],
  };
}

/** Whose password is looked at, and how. */
interface PasswordCheck {
  readonly email: string;
  readonly check: () => Promise<Outcome>;
  /** What was typed, when it stays the account's password. */
  readonly password?: string | undefined;
}

/** Every look at a password counts, whatever it is asked for; the right one forgets the wrong ones. */
export async function countPassword(
  parts: Parts,
  request: FastifyRequest,
  asked: PasswordCheck,
): Promise<Outcome> {
  return counted(parts, await typistOf(parts, request, asked.email), asked);
}

/** Whoever types a password, where, for which account. */
interface Typist {
  readonly email: string;
  readonly address: string;
  readonly account: AccountNow | undefined;
  readonly device: string | undefined;
  readonly from: RequestSource;
}

async function typistOf(parts: Parts, request: FastifyRequest, email: string): Promise<Typist> {
  const account = await accountAt(parts.db, email);
  return {
    email,
    address: request.ip,
    account,
    device: account && (await knownDevice(parts, request, account)),
    from: sourceOf(request),
  };
}

async function counted(
  parts: Parts,
  typist: Typist,
  { check, password }: Omit<PasswordCheck, 'email'>,
): Promise<Outcome> {
  const limited = await countGuess(parts.db, typist, parts.clock.now());
  const { email, from } = typist;
  if (limited !== undefined) await parts.tell({ kind: 'sign_in_limited', email, from });
  if (limited?.by === "strangers' guesses")
    return refuseUnknownDevice(parts, typist, limited.seconds);
  if (limited !== undefined) return refusal(429, 'TOO_MANY', limited.seconds);
  const outcome = await parts.inLine(typist, check);
  if (outcome === sentAway) await uncountGuess(parts.db, typist);
  if (outcome.status < 400) await forgiveGuesses(parts.db, typist);
  if (outcome.status < 400 && typist.account !== undefined && password !== undefined)
    await noteCommonPassword(parts, typist.account.subject, password);
  // Also of an address that no account has: whoever measures how long it takes learns nothing.
  if (outcome.status === 401) await parts.tell({ kind: 'sign_in_failed', email, from });
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
