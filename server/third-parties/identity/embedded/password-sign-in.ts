import { Refusal, refuse } from '#server/http/refusal.ts';
import { noteCommonPassword } from './common-password.ts';
import { forward, type Asker, type Outcome } from './forward.ts';
import { countGuess, forgiveGuesses, uncountGuess } from './guess-limits.ts';
import { accountAt, knownDevice, withKnownDevice, type AccountEpoch } from './known-devices.ts';
import { sourceOf } from '#server/http/request-source.ts';
import type { IdentityParts } from './parts.ts';
import { credentialEpoch } from './sessions.ts';
import { refuseUnknownDevice } from './unknown-device.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Signs in with a password and makes the browser a known device. */
export async function signInByPassword(
  parts: IdentityParts,
  asker: Asker,
  { email, password }: Credentials,
): Promise<Outcome> {
  const signIn = () => forward(parts, asker, { path: '/sign-in/email', body: { email, password } });
  const typist = await typistOf(parts, asker, email);
  const outcome = await counted(parts, typist, {
    check: () => withinEpoch(parts, email, signIn),
    password,
  }).catch((error: unknown) => tellApart(parts, email, error));
  // Not signed in yet: the second factor's code is missing.
  if (outcome.body['twoFactorRedirect'] === true)
    return { ...outcome, body: { user: null, secondFactor: true } };
  await parts.tell({ kind: 'sign_in_done', email, from: sourceOf(asker) });
  if (typist.account === undefined) return outcome;
  return withKnownDevice(parts, outcome, typist.account, typist.device);
}

/**
 * Tells an unknown account from a wrong password, as Spec §8 wants and Better Auth does not. Better Auth hashes in both
 * cases and the account is looked up in both, so they take the same time.
 */
async function tellApart({ auth }: IdentityParts, email: string, error: unknown): Promise<never> {
  if (error instanceof Refusal && error.code === 'wrong_password') {
    const { internalAdapter } = await auth.$context;
    if ((await internalAdapter.findUserByEmail(email)) === null) refuse('user_not_found');
  }
  throw error;
}

interface PasswordCheck {
  readonly email: string;
  readonly check: () => Promise<Outcome>;
  /** The typed password, if it stays the account's password after the check. */
  readonly password?: string | undefined;
}

/** Checks a password under the rate limits for guesses, whatever it is asked for. */
export async function countPassword(
  parts: IdentityParts,
  asker: Asker,
  asked: PasswordCheck,
): Promise<Outcome> {
  return counted(parts, await typistOf(parts, asker, asked.email), asked);
}

interface Typist extends Asker {
  readonly email: string;
  readonly account: AccountEpoch | undefined;
  readonly device: string | undefined;
}

async function typistOf(parts: IdentityParts, asker: Asker, email: string): Promise<Typist> {
  const account = await accountAt(parts.db, email);
  const device = account && (await knownDevice(parts, asker, account));
  return { ...asker, email, account, device };
}

async function counted(
  parts: IdentityParts,
  typist: Typist,
  { check, password }: Omit<PasswordCheck, 'email'>,
): Promise<Outcome> {
  const { email, account } = typist;
  const from = sourceOf(typist);
  const limited = await countGuess(parts.db, typist, parts.clock.now());
  if (limited !== undefined) {
    await parts.tell({ kind: 'sign_in_limited', email, from });
    return limited.by === "strangers' guesses"
      ? refuseUnknownDevice(parts, { email, account }, limited.seconds)
      : refuse('too_many_requests', { retryAfterSeconds: limited.seconds });
  }
  const outcome = await parts.passwordQueue(typist, check).catch(async (error: unknown) => {
    const refusal = error instanceof Refusal ? error : undefined;
    if (refusal?.code === 'busy') await uncountGuess(parts.db, typist);
    // Also for addresses without an account, so that both cases take the same time.
    if (refusal?.status === 401) await parts.tell({ kind: 'sign_in_failed', email, from });
    throw error;
  });
  await forgiveGuesses(parts.db, typist);
  if (account !== undefined && password !== undefined)
    await noteCommonPassword(parts, account.subject, password);
  return outcome;
}

/** Signs in, but deletes the new session if a reset has incremented the epoch meanwhile. */
export async function withinEpoch(
  { auth, db }: IdentityParts,
  email: string,
  signIn: () => Promise<Outcome>,
): Promise<Outcome> {
  const epoch = await credentialEpoch(db, email);
  const outcome = await signIn();
  if ((await credentialEpoch(db, email)) === epoch) return outcome;
  const { token } = outcome.body;
  const { internalAdapter } = await auth.$context;
  if (typeof token === 'string') await internalAdapter.deleteSession(token);
  refuse('wrong_password');
}
