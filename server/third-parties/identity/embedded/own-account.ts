import { sql } from 'kysely';
import type { ListedSession, SignInWays } from '#contract/identity.ts';
import { sourceOf } from '#server/http/request-source.ts';
import { forward, refusal, type Outcome } from './forward.ts';
import { browserName } from './browser-name.ts';
import { forgetCommonPassword, isTooCommon } from './common-password.ts';
import { passwordChangedMail } from './account-mails.ts';
import { countPassword } from './password-sign-in.ts';
import { recoveryCodesLeft } from './second-factor.ts';
import { signedIn, type AccountParts, type AccountRequest } from './signed-in.ts';
import { credentialEpoch, endSession, endSessions, goOnAlone } from './sessions.ts';
import { writeMail } from '#server/mails/outbox.ts';

/** How one's account is entered. */
export async function showSignInWays(
  parts: AccountParts,
  { request }: AccountRequest,
): Promise<Outcome> {
  const who = await signedIn(parts, request);
  if (who === undefined) return refusal(401, 'UNAUTHORIZED');
  const { internalAdapter } = await parts.auth.$context;
  const credential = await internalAdapter.findCredentialAccount(who.user.id);
  const secondFactor = who.user.twoFactorEnabled === true;
  const ways: SignInWays = {
    password: Boolean(credential?.password),
    secondFactor,
    recoveryCodesLeft: secondFactor ? await recoveryCodesLeft(parts, who.user.id) : 0,
  };
  return done(ways);
}

/**
 * Changes a password by the one of before, and ends every session and access token; this browser gets a session of its own.
 * Refuses as a sign-in does, with `no_password`, and with `common_password` where the account may not have such a one.
 */
export async function changePassword(
  parts: AccountParts,
  { request, fields }: AccountRequest,
): Promise<Outcome> {
  const who = await signedIn(parts, request);
  if (who === undefined) return refusal(401, 'UNAUTHORIZED');
  const { id: subject, email } = who.user;
  if (await isTooCommon(parts, subject, fields['newPassword'] ?? ''))
    return refusal(422, 'COMMON_PASSWORD');
  const check = async () => {
    const epoch = await credentialEpoch(parts.db, email);
    const body = { current: fields['currentPassword'], chosen: fields['newPassword'] };
    const outcome = await forward(parts, request, {
      method: 'POST',
      path: '/own-account/password',
      body,
    });
    if (outcome.status >= 400) return outcome;
    const { session } = outcome.body as { session: string };
    const stays = await goOnAlone(parts.db, subject, { session, epoch });
    return stays ? outcome : refusal(401, 'UNAUTHORIZED');
  };
  const outcome = await countPassword(parts, request, { email, check });
  if (outcome.status >= 400) return outcome;
  await forgetCommonPassword(parts.db, subject);
  await writeMail(parts.db, passwordChangedMail({ ...parts, email, subject }), parts.clock.now());
  await parts.tell({ kind: 'password_changed', subject, from: sourceOf(request) });
  return outcome;
}

/** The browsers that are signed in to one's account, the one last seen first. */
export async function listSessions(
  parts: AccountParts,
  { request }: AccountRequest,
): Promise<Outcome> {
  const who = await signedIn(parts, request);
  if (who === undefined) return refusal(401, 'UNAUTHORIZED');
  const { rows } = await sql<{ id: string; since: Date; seen: Date; agent: string | null }>`
    select "id" as id, "createdAt" as since, "updatedAt" as seen, "userAgent" as agent from identity."session"
    where "userId" = ${who.user.id} and "expiresAt" > current_timestamp
    order by "id" = ${who.session.id} desc, "updatedAt" desc, "id" limit 200`.execute(parts.db);
  const sessions = rows.map(({ id, since, seen, agent }): ListedSession => ({
    id,
    here: id === who.session.id,
    since: since.toISOString(),
    lastSeen: seen.toISOString(),
    browser: browserName(agent ?? ''),
  }));
  return done({ sessions });
}

/** Ends one session of one's account, with its access tokens; one that is not there has ended already. */
export async function endOneSession(
  parts: AccountParts,
  { request, fields }: AccountRequest,
): Promise<Outcome> {
  const who = await signedIn(parts, request);
  if (who === undefined) return refusal(401, 'UNAUTHORIZED');
  const { id: subject } = who.user;
  // The library looks whether the page that asks is ours; it knows sessions by their secrets only.
  const outcome = await forward(parts, request, {
    method: 'POST',
    path: '/revoke-session',
    body: { token: '' },
  });
  if (outcome.status >= 400) return outcome;
  if (await endSession(parts.db, subject, fields['id'] ?? ''))
    await parts.tell({ kind: 'sessions_ended', subject, from: sourceOf(request) });
  return outcome;
}

/** Signs out everywhere, here too: every session and access token of one's account ends, also those being made. */
export async function endAllSessions(
  parts: AccountParts,
  { request }: AccountRequest,
): Promise<Outcome> {
  const who = await signedIn(parts, request);
  if (who === undefined) return refusal(401, 'UNAUTHORIZED');
  const { id: subject } = who.user;
  const outcome = await forward(parts, request, { method: 'POST', path: '/sign-out', body: {} });
  if (outcome.status >= 400) return outcome;
  await endSessions(parts.db, subject);
  await parts.tell({ kind: 'sessions_ended', subject, from: sourceOf(request) });
  return outcome;
}

function done(body: unknown): Outcome {
  return { status: 200, body, cookies: [], location: undefined };
}
