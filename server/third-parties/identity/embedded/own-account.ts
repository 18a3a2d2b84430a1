import { sql } from 'kysely';
import type { ListedSession, SignInWays } from '#contract/identity.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Asked } from '#server/http/serve.ts';
import { tellOwner } from './account-mails.ts';
import { browserName } from './browser-name.ts';
import { forgetCommonPassword, isTooCommon } from './common-password.ts';
import { done, forward, type Asker, type Outcome } from './forward.ts';
import { sourceOf } from '#server/http/request-source.ts';
import { withKnownDevice } from './known-devices.ts';
import type { IdentityParts, SignedIn } from './parts.ts';
import { countPassword } from './password-sign-in.ts';
import { recoveryCodesLeft } from './second-factor.ts';
import { credentialEpoch, endSession, endSessions, keepOnlySession } from './sessions.ts';

/** Whether one's account has a password and a second factor. */
export async function showSignInWays(
  parts: IdentityParts,
  _asked: Asker,
  { user }: SignedIn,
): Promise<Outcome> {
  const { internalAdapter } = await parts.auth.$context;
  const credential = await internalAdapter.findCredentialAccount(user.id);
  const secondFactor = user.twoFactorEnabled === true;
  const body: SignInWays = {
    password: Boolean(credential?.password),
    secondFactor,
    recoveryCodesLeft: secondFactor ? await recoveryCodesLeft(parts, user.id) : 0,
  };
  return { ...done, body };
}

/**
 * Changes the password, which needs the current one, and ends every session and access token; this browser gets a new
 * session. Refuses as a sign-in does, and with `no_password` and `common_password`.
 */
export async function changePassword(
  parts: IdentityParts,
  asked: Asked<'changePassword'>,
  { user }: SignedIn,
): Promise<Outcome> {
  const { id: subject, email } = user;
  const { currentPassword: current, newPassword: chosen } = asked.body;
  if (await isTooCommon(parts, subject, chosen)) refuse('common_password');
  const check = async () => {
    const epoch = await credentialEpoch(parts.db, email);
    const target = { path: '/own-account/password', body: { current, chosen } };
    const outcome = await forward(parts, asked, target);
    const { session } = outcome.body as { session: string };
    const kept = await keepOnlySession(parts.db, subject, { session, epoch });
    if (kept === undefined) refuse('sign_in_required');
    return withKnownDevice(parts, outcome, { subject, epoch: kept });
  };
  const outcome = await countPassword(parts, asked, { email, check });
  await forgetCommonPassword(parts.db, subject);
  await tellOwner(parts, asked, user, 'password_changed');
  return outcome;
}

/** The browsers that are signed in to one's account: this one, then the others by their last use. */
export async function listSessions(
  { db }: IdentityParts,
  _asked: Asker,
  { user, session }: SignedIn,
): Promise<Outcome> {
  const { rows } = await sql<{ id: string; since: Date; seen: Date; agent: string | null }>`
    select "id" as id, "createdAt" as since, "updatedAt" as seen, "userAgent" as agent from identity."session"
    where "userId" = ${user.id} and "expiresAt" > current_timestamp
    order by "id" = ${session.id} desc, "updatedAt" desc, "id" limit 200`.execute(db);
  const sessions = rows.map(({ id, since, seen, agent }): ListedSession => ({
    id,
    here: id === session.id,
    since: since.toISOString(),
    lastSeen: seen.toISOString(),
    browser: browserName(agent ?? ''),
  }));
  return { ...done, body: { sessions } };
}

/** Ends one session of one's account, with its access tokens; idempotent. */
export async function endOneSession(
  parts: IdentityParts,
  asked: Asked<'endOneSession'>,
  { user: { id: subject } }: SignedIn,
): Promise<Outcome> {
  // Only for the library's check of the origin: it finds sessions by their tokens, which pages do not have.
  const outcome = await forward(parts, asked, { path: '/revoke-session', body: { token: '' } });
  if (await endSession(parts.db, subject, asked.body.id))
    await parts.tell({ kind: 'sessions_ended', subject, from: sourceOf(asked) });
  return outcome;
}

/** Signs out everywhere, here too: ends all sessions and access tokens of one's account, also those of sign-ins under way. */
export async function endAllSessions(
  parts: IdentityParts,
  asked: Asked<'endAllSessions'>,
  { user: { id: subject } }: SignedIn,
): Promise<Outcome> {
  const outcome = await forward(parts, asked, { path: '/sign-out', body: {} });
  await endSessions(parts.db, subject);
  await parts.tell({ kind: 'sessions_ended', subject, from: sourceOf(asked) });
  return outcome;
}
