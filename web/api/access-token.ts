import { tryStorage } from './storage.ts';

/** Spec §4: the shop's access token lies in local storage under this key. */
const key = 'accessToken';

/** The stored access token; undefined when signed out, on the server, or where storage is forbidden. */
export function storedToken(): string | undefined {
  return tryStorage(() => localStorage.getItem(key)) ?? undefined;
}

/** Keeps the token of a sign-in; other tabs hear of it by the `storage` event. */
export function storeToken(token: string): void {
  localStorage.setItem(key, token);
}

/** Removes the token (Spec §4: signed in to signed out). */
export function removeToken(): void {
  tryStorage(() => localStorage.removeItem(key));
}

let renewal: () => Promise<void> = () => Promise.resolve();

/** Sets how a token that is about to end is exchanged; it must never reject. */
export function renewTokenBy(renew: () => Promise<void>): void {
  renewal = renew;
}

/** The stored access token, exchanged first when it is about to end. */
export async function usableToken(): Promise<string | undefined> {
  await renewal();
  return storedToken();
}
