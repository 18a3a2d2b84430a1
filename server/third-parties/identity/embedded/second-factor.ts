import type { SecondFactorKey } from '#contract/identity.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Asked } from '#server/http/serve.ts';
import { tellOwner } from './account-mails.ts';
import { done, forward, headersOf, type Outcome } from './forward.ts';
import { accountAt, knownDevice, withKnownDevice } from './known-devices.ts';
import type { IdentityParts, SignedIn } from './parts.ts';
import { countPassword, withinEpoch } from './password-sign-in.ts';
import { inOurWords } from './refusal-codes.ts';
import { checkCode, isUnreadable } from './second-factor-code.ts';
import { removeSecondFactor } from './second-factor-store.ts';
import { credentialEpoch, endOtherSessions, keepOnlySession } from './sessions.ts';

/**
 * Begins to turn the second factor on: answers a new secret, which is active after its first code was typed. Only for a
 * confirmed address, so that nobody who registers a stranger's address can lock its owner out. Refuses as a sign-in does,
 * and with `address_unconfirmed`, `no_password` and `second_factor_on`.
 */
export async function beginSecondFactor(
  parts: IdentityParts,
  asked: Asked<'beginSecondFactor'>,
  { user: { id: subject, email, emailVerified } }: SignedIn,
): Promise<Outcome> {
  if (!emailVerified) refuse('address_unconfirmed');
  const { internalAdapter } = await parts.auth.$context;
  if (!(await internalAdapter.findCredentialAccount(subject))?.password) refuse('no_password');
  const { body } = asked;
  const enable = () => forward(parts, asked, { path: '/two-factor/enable', body });
  const check = () =>
    enable().catch((error: unknown) => {
      // A concurrent request has stored its secret, which this one replaces.
      if (!isDuplicate(error)) throw error;
      return enable();
    });
  const outcome = await countPassword(parts, asked, { email, check, password: body.password });
  const { totpURI: uri } = outcome.body as { totpURI: string };
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  return { ...outcome, body: { uri, secret } satisfies SecondFactorKey };
}

/**
 * Turns the second factor on with a code of the app, ends every session and access token, and gives this browser a new
 * session. Answers the recovery codes, which are never shown again. Refuses with `wrong_code`, `second_factor_on` and `second_factor_off`.
 */
export async function confirmSecondFactor(
  parts: IdentityParts,
  asked: Asked<'confirmSecondFactor'>,
  { user }: SignedIn,
): Promise<Outcome> {
  const { id: subject, email } = user;
  const { code } = asked.body;
  if (user.twoFactorEnabled) refuse('second_factor_on');
  // Not a recovery code: it would not show that the app works.
  if (!/^[\d\s]+$/.test(code)) refuse('wrong_code');
  const epoch = await credentialEpoch(parts.db, email);
  const outcome = await checkCode(parts, asked, { user, code });
  const { session } = outcome.body as { session?: string };
  if (session === undefined) refuse('sign_in_required');
  const kept = await keepOnlySession(parts.db, subject, { session, epoch });
  if (kept === undefined) refuse('sign_in_required');
  const { backupCodes } = await parts.auth.api.viewBackupCodes({ body: { userId: subject } });
  await tellOwner(parts, asked, user, 'second_factor_on');
  const known = await withKnownDevice(parts, outcome, { subject, epoch: kept });
  return { ...known, body: { recoveryCodes: backupCodes } };
}

/** Turns the second factor off, which needs password and code, and ends every other session. Refuses as a sign-in does, and with `second_factor_off`. */
export async function endSecondFactor(
  parts: IdentityParts,
  asked: Asked<'endSecondFactor'>,
  { user, session }: SignedIn,
): Promise<Outcome> {
  const { id: subject, email } = user;
  const { code, password } = asked.body;
  if (!user.twoFactorEnabled) refuse('second_factor_off');
  const look = { headers: headersOf(parts, asked), body: { password } };
  const check = () => inOurWords(() => parts.auth.api.verifyPassword(look)).then(() => done);
  await countPassword(parts, asked, { email, check, password });
  const outcome = await checkCode(parts, asked, { user, code });
  await removeSecondFactor(parts.db, subject);
  await endOtherSessions(parts.db, subject, session.id);
  await tellOwner(parts, asked, user, 'second_factor_off');
  return outcome;
}

/** Completes a sign-in with a code of the app, or a recovery code. Refuses with `wrong_code` and `code_step_over`. */
export async function signInByCode(
  parts: IdentityParts,
  asked: Asked<'signInByCode'>,
): Promise<Outcome> {
  const user = await parts.auth.api.userAwaitingCode({ headers: headersOf(parts, asked) });
  if (user === null) refuse('code_step_over');
  const account = await accountAt(parts.db, user.email);
  const { code } = asked.body;
  const outcome = await withinEpoch(parts, user.email, () =>
    checkCode(parts, asked, { user, code, signingIn: true }),
  );
  if (account === undefined) return outcome;
  return withKnownDevice(parts, outcome, account, await knownDevice(parts, asked, account));
}

/** How many recovery codes an account has left that can be read. */
export async function recoveryCodesLeft(parts: IdentityParts, subject: string): Promise<number> {
  try {
    return (await parts.auth.api.viewBackupCodes({ body: { userId: subject } })).backupCodes.length;
  } catch (error) {
    if (await isUnreadable(parts, subject)) return 0;
    throw error;
  }
}

function isDuplicate(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === '23505';
}
