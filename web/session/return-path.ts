import { paths } from '#web/paths.ts';

/** Nothing leads here; it only stands for 'this site' while a path is looked at. */
const here = 'http://shop.invalid';

const key = 'underhood.return-path';

/** Coming back to a form one has just filled in would look like a failure. */
const signInPages: readonly string[] = [
  paths.login,
  paths.register,
  paths.forgetPassword,
  paths.resetPassword,
  '/confirm-browser',
  paths.accountClosed,
  '/google-done',
];

/** The page this tab came from: in storage, because the way through a sign-in leads over reloads and over Google. */
let kept: string = paths.start;

/**
 * Where a person goes after signing in: a path of this site, or the start page. `//x`, `\x` and schemes name other
 * sites; so does `/.//evil.example` once its dots are gone, hence the second look.
 */
export function safeReturnPath(asked: unknown): string {
  if (typeof asked !== 'string' || !asked.startsWith('/') || !URL.canParse(asked, here))
    return paths.start;
  const url = new URL(asked, here);
  const path = url.pathname + url.search + url.hash;
  if (url.origin !== here || path.startsWith('//') || path.includes('\\')) return paths.start;
  return signInPages.includes(url.pathname) ? paths.start : path;
}

/** Keeps the page that is shown, or was asked for, as the one that a sign-in leads back to. Sign-in pages are passed over. */
export function keepReturnPath({
  pathname,
  search,
  hash,
}: {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}): void {
  if (signInPages.includes(pathname)) return;
  kept = pathname + search + hash;
  try {
    sessionStorage.setItem(key, kept);
  } catch {
    // Storage is forbidden or full: the way back then lasts until the next whole page.
  }
}

/** The page to go to after a sign-in (Spec §2: Login): the one this tab came from, otherwise `/`. */
export function returnPath(): string {
  try {
    return safeReturnPath(sessionStorage.getItem(key) ?? kept);
  } catch {
    return safeReturnPath(kept);
  }
}

/**
 * Keeps the page that a link was pressed on before its scripts ran: such a link loads a whole page, and only the browser knows
 * from where. After a reload or Back it would tell of an earlier way, so only a fresh arrival counts.
 */
export function keepReferrer(): void {
  const [arrival] = performance.getEntriesByType('navigation');
  if (
    !(arrival instanceof PerformanceNavigationTiming) ||
    arrival.type !== 'navigate' ||
    !URL.canParse(document.referrer)
  )
    return;
  const [referrer, arrived] = [new URL(document.referrer), new URL(arrival.name)];
  if (referrer.origin === arrived.origin && signInPages.includes(arrived.pathname))
    keepReturnPath(referrer);
}
