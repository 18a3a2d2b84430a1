import { tryStorage } from '#web/api/storage.ts';
import { paths } from '#web/paths.ts';

/** A placeholder for this site's origin, to parse paths. */
const ownOrigin = 'http://shop.invalid';

const key = 'underhood.return-path';

/** Never returned to, because a filled form that appears again would look like a failure. */
const signInPages: readonly string[] = [
  paths.login,
  paths.register,
  paths.forgetPassword,
  paths.resetPassword,
  '/confirm-browser',
  paths.accountClosed,
  '/google-done',
];

/** The page to return to. Also in session storage, because a sign-in may include reloads and Google's pages. */
let kept: string = paths.start;

/**
 * The path to go to after a sign-in: one of this site, or the start page. `//x`, `\x` and schemes are other sites; so is
 * `/.//evil.example` after normalisation, so the result is checked again.
 */
export function safeReturnPath(asked: unknown): string {
  if (typeof asked !== 'string' || !asked.startsWith('/') || !URL.canParse(asked, ownOrigin))
    return paths.start;
  const url = new URL(asked, ownOrigin);
  const path = url.pathname + url.search + url.hash;
  if (url.origin !== ownOrigin || path.startsWith('//') || path.includes('\\')) return paths.start;
  return signInPages.includes(url.pathname) ? paths.start : path;
}

/** Stores the page as the one that a sign-in returns to, unless it is a sign-in page. */
export function keepReturnPath(page: Pick<URL, 'pathname' | 'search' | 'hash'>): void {
  if (signInPages.includes(page.pathname)) return;
  kept = page.pathname + page.search + page.hash;
  // Without storage it is lost at the next page load.
  tryStorage(() => sessionStorage.setItem(key, kept));
}

/** The page to go to after a sign-in (Spec §2: Login): the one this tab came from, otherwise `/`. */
export function returnPath(): string {
  return safeReturnPath(tryStorage(() => sessionStorage.getItem(key)) ?? kept);
}

/**
 * Stores the referring page when a link to a sign-in page was pressed before the scripts ran. After a reload or Back the
 * referrer is out of date, so only a new navigation counts.
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
