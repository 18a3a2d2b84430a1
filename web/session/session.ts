import { useSyncExternalStore } from 'react';
import type { AnswerFor } from '#contract/api.ts';
import type { IdentityUser } from '#contract/identity.ts';
import { removeToken, renewTokenBy, storedToken, storeToken } from '#web/api/access-token.ts';
import { ApiError, isTransient } from '#web/api/api-error.ts';
import { call, onLoginExpired } from '#web/api/call.ts';
import { tryStorage } from '#web/api/storage.ts';
import { endIdentitySession, identitySession } from './identity.ts';
import { needsRenewal, parseSession, type Session } from './stored-session.ts';

/** The key of the session in local storage: the token's user and expiry. */
const key = 'underhood.session';

const listeners = new Set<() => void>();
/** The last parsed text and its session: React needs the same object while nothing changes. */
let parsed: { readonly raw: string | null; readonly session?: Session | undefined } = { raw: null };

/** Who is signed in at the shop, in every tab alike; undefined on the server and in the browser's first rendering. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(subscribe, currentSession, () => undefined);
}

/** Who is signed in at the shop now. */
export function currentSession(): Session | undefined {
  if (storedToken() === undefined) return undefined;
  const raw = tryStorage(() => localStorage.getItem(key)) ?? null;
  if (raw !== parsed.raw) parsed = { raw, session: parseSession(raw) };
  return parsed.session;
}

/** A session and its access token. */
interface Started {
  readonly accessToken: string;
  readonly session: Session;
}

/**
 * Exchanges the identity session for a session of the shop, after every sign-in, registration or renewal
 * (decisions: Identity). Rejects with an `ApiError`.
 */
export async function startSession(user: IdentityUser): Promise<void> {
  storeSession(await exchanged(user));
}

/** Renews a session, unless it has ended meanwhile, in this tab or another: nobody comes back who has signed out. */
async function renewSession(before: Session | undefined, user: IdentityUser): Promise<void> {
  const started = await exchanged(user);
  if (currentSession() === before) storeSession(started);
}

async function exchanged(user: IdentityUser): Promise<Started> {
  const token = await (await identitySession()).identityToken();
  const { accessToken, expiresAt } = await exchangeToken(user, token);
  if (accessToken === undefined || expiresAt === undefined)
    throw new ApiError(500, 'internal', 'The shop gave no access token.');
  return { accessToken, session: { email: user.email, name: user.name, expiresAt } };
}

function storeSession({ accessToken, session }: Started): void {
  storeToken(accessToken);
  keepSession(session);
}

function keepSession(session: Session): void {
  localStorage.setItem(key, JSON.stringify(session));
  changed();
}

/** Exchanges an identity token for an access token. A blocked account is signed out of the identity service too. */
async function exchangeToken(
  { name, email }: IdentityUser,
  bearer: string,
): Promise<AnswerFor<'putUser'>> {
  // Spec §7 sends the address twice.
  const body = { name, email };
  try {
    return await call('putUser', { params: { email }, body }, { bearer });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'account_blocked')
      await Promise.allSettled([endIdentitySession()]);
    throw error;
  }
}

/**
 * Gets a new access token after the identity service replaced its session, which ended the old token. Rejects when there is none
 * yet: the next call that needs one asks again first, instead of being refused with the old one, which would end the session.
 */
export async function restartSession(): Promise<void> {
  // A renewal that is under way ends first: its token is of the session before, and must not take the new one's place.
  await renewing?.catch(() => undefined);
  const before = currentSession();
  try {
    const user = await (await identitySession()).currentUser();
    if (user !== undefined) await renewSession(before, user);
  } catch (error) {
    if (before !== undefined && currentSession() === before)
      keepSession({ ...before, expiresAt: new Date(0).toISOString() });
    throw error;
  }
}

/** Spec §4: removes the token and signs out of the identity service; the shop's own token ends too. Never fails. */
export async function signOut(): Promise<void> {
  const token = storedToken();
  forgetSession();
  const ends = [endIdentitySession()];
  if (token !== undefined)
    ends.push(call('signOut', {}, { bearer: token, keepalive: true }).then(() => undefined));
  await Promise.allSettled(ends);
}

/** Removes the session in every tab. */
export function forgetSession(): void {
  removeToken();
  tryStorage(() => localStorage.removeItem(key));
  changed();
}

let renewing: Promise<void> | undefined;
/** When the last renewal failed, in milliseconds since 1970. */
let failedAt = 0;

/**
 * Renews an access token that is about to expire, by the identity session; 'Login Expired' appears only when that has ended
 * too. In an outage the call that follows goes on with a token that is still valid; without one this rejects with the outage's
 * `ApiError`, because a shop that is up would refuse the token, which ends the session.
 */
function renew(): Promise<void> {
  const session = currentSession();
  if (session === undefined || !needsRenewal(session, Date.now(), failedAt))
    return Promise.resolve();
  return (renewing ??= renewed(session).finally(() => void (renewing = undefined)));
}

async function renewed(session: Session): Promise<void> {
  try {
    const user = await (await identitySession()).currentUser();
    // Somebody else may have signed in at the service since; this session must not get their token.
    if (user !== undefined && user.email === session.email) await renewSession(session, user);
  } catch (error) {
    failedAt = Date.now();
    if (!(error instanceof ApiError)) throw error;
    // Just after a failure only an expired token needs renewal; another tab may have renewed it.
    const left = currentSession();
    // No answer about the session: neither that it goes on, nor that it has ended.
    if (isTransient(error) && left !== undefined && needsRenewal(left, failedAt, failedAt))
      throw error;
  }
}

renewTokenBy(renew);
onLoginExpired(() => {
  forgetSession();
  void endIdentitySession().catch(() => undefined);
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

function changed(): void {
  for (const listener of listeners) listener();
}
