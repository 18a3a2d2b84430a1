import { isAPIError } from 'better-auth/api';
import type { SecondFactorKey } from '#contract/identity.ts';
import { sourceOf } from '#server/http/request-source.ts';
import { secondFactorOffMail, secondFactorOnMail } from './account-mails.ts';
import { forward, headersOf, refusal, type Outcome } from './forward.ts';
import { accountAt, knownDevice, rememberDevice } from './known-devices.ts';
import { countPassword, withinEpoch } from './password-sign-in.ts';
import { checkCode } from './second-factor-code.ts';
import { removeSecondFactor } from './second-factor-store.ts';
import { credentialEpoch, endOtherSessions, goOnAlone } from './sessions.ts';
import { signedIn, type AccountParts, type AccountRequest } from './signed-in.ts';
import { writeMail } from '#server/mails/outbox.ts';

/**
 * Begins to turn the second factor on: a new secret, which counts once a code of it was typed. Only for a confirmed address:
 * whoever registered a stranger's must not be able to lock its owner out. Refuses as a sign-in does, and with
 * `address_unconfirmed`, `no_password` and `second_factor_on`.
 */
export async function beginSecondFactor(
  parts: AccountParts,
  { request, fields }: AccountRequest,
): Promise<Outcome> {
  const who = await signedIn(parts, request);
  if (who === undefined) return refusal(401, 'UNAUTHORIZED');
  if (!who.user.emailVerified) return refusal(409, 'ADDRESS_UNCONFIRMED');
  const { internalAdapter } = await parts.auth.$context;
  if (!(await internalAdapter.findCredentialAccount(who.user.id))?.password)
    return refusal(409, 'NO_PASSWORD');
  const body = { password: fields['password'] };
  const enable = () =>
    forward(parts, request, { method: 'POST', path: '/two-factor/enable', body });
  const check = async () => {
    try {
      return await enable();
    } catch (error) {
      // Pressed twice at once: the other one has stored its secret, which this one replaces.
      if (!isDuplicate(error)) throw error;
      return enable();
    }
  };
  const outcome = await countPassword(parts, request, {
    email: who.user.email,
    check,
    password: fields['password'],
  });
  if (outcome.status >= 400) return outcome;
  const { totpURI } = outcome.body as { totpURI: string };
  const key: SecondFactorKey = {
    uri: totpURI,
    secret: new URL(totpURI).searchParams.get('secret') ?? '',
  };
  return { ...outcome, body: key };
}

/**
 * Turns the second factor on by a code of its app, ends every session and access token, and gives this browser a session of
 * its own. Answers the recovery codes, which are never shown again. Refuses with `wrong_code`, `second_factor_on` and `second_factor_off`.
 */
export async function confirmSecondFactor(
  parts: AccountParts,
  { request, fields }: AccountRequest,
): Promise<Outcome> {
  const who = await signedIn(parts, request);
  if (who === undefined) return refusal(401, 'UNAUTHORIZED');
  const { id: subject, email } = who.user;
  if (who.user.twoFactorEnabled) return refusal(409, 'TOTP_ALREADY_ENABLED');
  // A recovery code proves nothing of the app, and none was given yet.
  if (!/^[\d\s]+$/.test(fields['code'] ?? '')) return refusal(401, 'INVALID_CODE');
  const epoch = await credentialEpoch(parts.db, email);
  const outcome = await checkCode(parts, request, { user: who.user, code: fields['code'] ?? '' });
  if (outcome.status >= 400) return outcome;
  const { session } = outcome.body as { session?: string };
  if (session === undefined || !(await goOnAlone(parts.db, subject, { session, epoch })))
    return refusal(401, 'UNAUTHORIZED');
  const { backupCodes } = await parts.auth.api.viewBackupCodes({ body: { userId: subject } });
  await writeMail(parts.db, secondFactorOnMail({ ...parts, email, subject }), parts.clock.now());
  await parts.tell({ kind: 'second_factor_on', subject, from: sourceOf(request) });
  return { ...outcome, body: { recoveryCodes: backupCodes } };
}

/** Turns the second factor off, by password and code, and ends every other session. Refuses as a sign-in does, and with `second_factor_off`. */
export async function endSecondFactor(
  parts: AccountParts,
  { request, fields }: AccountRequest,
): Promise<Outcome> {
  const who = await signedIn(parts, request);
  if (who === undefined) return refusal(401, 'UNAUTHORIZED');
  const { id: subject, email } = who.user;
  if (!who.user.twoFactorEnabled) return refusal(409, 'TOTP_NOT_ENABLED');
  const check = () => passwordOutcome(parts, { request, fields });
  const password = await countPassword(parts, request, {
    email,
    check,
    password: fields['password'],
  });
  if (password.status >= 400) return password;
  const outcome = await checkCode(parts, request, { user: who.user, code: fields['code'] ?? '' });
  if (outcome.status >= 400) return outcome;
  await removeSecondFactor(parts.db, subject);
  await endOtherSessions(parts.db, subject, who.session.id);
  await writeMail(parts.db, secondFactorOffMail({ ...parts, email, subject }), parts.clock.now());
  await parts.tell({ kind: 'second_factor_off', subject, from: sourceOf(request) });
  return outcome;
}

/** Ends a sign-in that asked for a code: by a code of the app, or a recovery code. Refuses with `wrong_code` and `code_step_over`. */
export async function signInByCode(
  parts: AccountParts,
  { request, fields }: AccountRequest,
): Promise<Outcome> {
  const user = await parts.auth.api.whoOwesCode({ headers: headersOf(request) });
  if (user === null) return refusal(401, 'INVALID_TWO_FACTOR_COOKIE');
  const account = await accountAt(parts.db, user.email);
  const outcome = await withinEpoch(parts, user.email, () =>
    checkCode(parts, request, { user, code: fields['code'] ?? '', signingIn: true }),
  );
  if (outcome.status >= 400 || account === undefined) return outcome;
  const known = await knownDevice(parts, request, account);
  return { ...outcome, cookies: [...outcome.cookies, await rememberDevice(parts, account, known)] };
}

/** How many recovery codes an account has left. */
export async function recoveryCodesLeft({ auth }: AccountParts, subject: string): Promise<number> {
  return (await auth.api.viewBackupCodes({ body: { userId: subject } })).backupCodes.length;
}

async function passwordOutcome(
  { auth }: AccountParts,
  { request, fields }: AccountRequest,
): Promise<Outcome> {
  try {
    await auth.api.verifyPassword({
      headers: headersOf(request),
      body: { password: fields['password'] ?? '' },
    });
    return { status: 200, body: {}, cookies: [], location: undefined };
  } catch (error) {
    if (!isAPIError(error)) throw error;
    return { status: error.statusCode, body: error.body, cookies: [], location: undefined };
  }
}

function isDuplicate(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === '23505';
}
