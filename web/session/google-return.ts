import { safeReturnPath } from './return-path.ts';

const key = 'underhood.google-return';

/** Keeps the return path for when the page itself has to go to Google and back: no router state survives that. */
export function rememberGoogleReturn(from: string): void {
  try {
    sessionStorage.setItem(key, from);
  } catch {
    // Storage is forbidden: the sign-in then ends on the start page.
  }
}

/** The return path that was kept, once. */
export function takeGoogleReturn(): string {
  try {
    const from = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return safeReturnPath(from);
  } catch {
    return safeReturnPath(undefined);
  }
}
