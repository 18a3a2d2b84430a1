import { paths } from '#web/paths.ts';

/** Nothing leads here; it only stands for 'this site' while a path is looked at. */
const here = 'http://shop.invalid';

/**
 * Where a person goes after signing in: a path of this site, or the start page. `//x`, `\x` and schemes name other
 * sites; so does `/.//evil.example` once its dots are gone, hence the second look.
 */
export function safeReturnPath(asked: unknown): string {
  if (typeof asked !== 'string' || !asked.startsWith('/') || !URL.canParse(asked, here)) return paths.start;
  const url = new URL(asked, here);
  const path = url.pathname + url.search + url.hash;
  if (url.origin !== here || path.startsWith('//') || path.includes('\\')) return paths.start;
  return isSignIn(url.pathname) ? paths.start : path;
}

/** Coming back to the form one has just filled in would look like a failure. */
function isSignIn(pathname: string): boolean {
  return [paths.login, paths.register, paths.forgetPassword, paths.resetPassword, '/google-done'].includes(pathname);
}

/** What router state carries from a guarded page over login to register. */
export interface ReturnState {
  readonly from: string;
}

/** The return path in a location's state. */
export function returnPathOf(state: unknown): string {
  return safeReturnPath(typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined);
}

let turnedAway: string | undefined;

/** A guard that answers with a redirect cannot hand over router state; it leaves the path here for the login page. */
export function rememberTurnedAway(path: string): void {
  turnedAway = path;
}

/** The path a guard left, once. */
export function takeTurnedAway(): string | undefined {
  const path = turnedAway;
  turnedAway = undefined;
  return path;
}
