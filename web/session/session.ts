import { useSyncExternalStore } from 'react';
import type { AnswerFor } from '#contract/api.ts';
import type { IdentityUser } from '#contract/identity.ts';
import { removeToken, renewTokenBy, storedToken, storeToken } from '#web/api/access-token.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call, onLoginExpired } from '#web/api/call.ts';
import { tryStorage } from '#web/api/storage.ts';
import { currentUser, endIdentitySession } from './identity.ts';
import { needsRenewal, parseSession, type Session } from './stored-session.ts';

/** What is kept beside the raw access token: whose it is and when it ends. */
const key = 'underhood.session';

const listeners = new Set<() => void>();
/** The stored text that was parsed last, and the session in it: the same object while nothing changes. */
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

/**
 * Signs in at the shop as whoever is signed in at the identity service: after every sign-in, registration or renewal
 * (decisions: Identity). Rejects with an `ApiError`.
 */
export async function startSession(user: IdentityUser): Promise<Session> {
  const { token } = await call('getIdentityToken', {});
  const { accessToken, expiresAt } = await exchangeToken(user, token);
  if (accessToken === undefined || expiresAt === undefined)
    throw new ApiError(500, 'internal', 'The shop gave no access token.');
  const session: Session = { email: user.email, name: user.name, expiresAt };
  storeToken(accessToken);
  localStorage.setItem(key, JSON.stringify(session));
  changed();
  return session;
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

/** Starts the shop's session again after the identity service replaced its own: the old access token ended with that. */
export async function restartSession(): Promise<void> {
  const user = await currentUser();
  if (user !== undefined) await startSession(user);
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

/** Forgets who was signed in, in every tab. */
export function forgetSession(): void {
  removeToken();
  tryStorage(() => localStorage.removeItem(key));
  changed();
}

let renewing: Promise<void> | undefined;

/**
 * Exchanges an access token that is about to end, from the identity session: 'Login Expired' is for when that is gone too.
 * An outage changes nothing: the call that follows fails by itself.
 */
function renew(): Promise<void> {
  const session = currentSession();
  if (session === undefined || !needsRenewal(session, Date.now())) return Promise.resolve();
  return (renewing ??= renewed(session).finally(() => void (renewing = undefined)));
}

async function renewed(session: Session): Promise<void> {
  try {
    const user = await currentUser();
    // Somebody else signed in at the service since: their token must not come under this session's name.
    if (user !== undefined && user.email === session.email) await startSession(user);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
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
