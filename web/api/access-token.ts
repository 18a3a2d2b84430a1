import { tryStorage } from './storage.ts';

/** Spec §4: the key of the access token in local storage. */
const key = 'accessToken';

/** The stored access token; undefined when signed out, on the server, or where storage is forbidden. */
export function storedToken(): string | undefined {
  return tryStorage(() => localStorage.getItem(key)) ?? undefined;
}

/** Stores the token of a sign-in; other tabs get a `storage` event. */
export function storeToken(token: string): void {
  localStorage.setItem(key, token);
}

/** Removes the token (Spec §4: signed in to signed out). */
export function removeToken(): void {
  tryStorage(() => localStorage.removeItem(key));
}

let renewal: () => Promise<void> = () => Promise.resolve();

/** Sets the function that renews a token before it expires; it rejects where an outage left none that is valid. */
export function renewTokenBy(renew: () => Promise<void>): void {
  renewal = renew;
}

/**
 * The stored access token, renewed first if it is about to expire. Rejects with the `ApiError` of an outage that left none that is
 * valid; with `isOptional` the call goes without one then.
 */
export async function usableToken(isOptional = false): Promise<string | undefined> {
  try {
    await renewal();
  } catch (error) {
    if (isOptional) return undefined;
    throw error;
  }
  return storedToken();
}
