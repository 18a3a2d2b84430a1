import { tryStorage } from '#web/api/storage.ts';
import { paths } from '#web/paths.ts';

/** Stands for this site's own origin while a path is parsed. */
const ownOrigin = 'http://shop.invalid';

const key = 'underhood.return-path';

/** Never returned to: coming back to a form one has just filled in would look like a failure. */
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
  if (typeof asked !== 'string' || !asked.startsWith('/') || !URL.canParse(asked, ownOrigin))
    return paths.start;
  const url = new URL(asked, ownOrigin);
  const path = url.pathname + url.search + url.hash;
  if (url.origin !== ownOrigin || path.startsWith('//') || path.includes('\\')) return paths.start;
  return signInPages.includes(url.pathname) ? paths.start : path;
}

/** Keeps the page that is shown, or was asked for, as the one that a sign-in leads back to. Sign-in pages are passed over. */
export function keepReturnPath(page: Pick<URL, 'pathname' | 'search' | 'hash'>): void {
  if (signInPages.includes(page.pathname)) return;
  kept = page.pathname + page.search + page.hash;
  // Without storage the way back is remembered until the next whole page.
  tryStorage(() => sessionStorage.setItem(key, kept));
}

/** The page to go to after a sign-in (Spec §2: Login): the one this tab came from, otherwise `/`. */
export function returnPath(): string {
  return safeReturnPath(tryStorage(() => sessionStorage.getItem(key)) ?? kept);
}

/**
 * Keeps the referring page when a link to a sign-in page was pressed before the scripts ran, which loads a whole page. After
 * a reload or Back the referrer is out of date, so only a fresh navigation counts.
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
