import { partsQueryOf, partsWantedIn } from '#contract/parts-address-rules.ts';

/** A page that is the same for everyone, signed in or not; it is cached for a moment. */
export interface SharedPage {
  /** The canonical address: unknown parameters are left out and the others are in a fixed order. */
  readonly address: URL;
  /** How many there can be: pages are listed here, parts and vehicles are as many as in the shop, searches are without limit. */
  readonly kind: 'page' | 'part' | 'vehicle' | 'search';
}

const pages: ReadonlySet<string> = new Set([
  '/',
  '/home',
  '/parts',
  '/my-portfolio',
  '/blog',
  '/login',
  '/register',
  '/forget-password',
]);

/** Of a vehicle, in any spelling: only the page at the right one is kept, because all others are redirects or the 404 page. */
const vehiclePage = /^\/vehicles(?:\/[^/]+){0,4}$/;

const partPage = /^\/(?:purchase|parts)\/[\w-]+$/;

/** The shared page at an address; undefined for personal pages. */
export function sharedPageOf({ origin, pathname, searchParams }: URL): SharedPage | undefined {
  const address = new URL(origin + pathname);
  if (partPage.test(pathname)) {
    const reviews = pathname.startsWith('/parts/') && searchParams.get('reviews');
    if (!reviews) return { kind: 'part', address };
    address.search = new URLSearchParams({ reviews }).toString();
    return { kind: 'search', address };
  }
  if (vehiclePage.test(pathname)) return { kind: 'vehicle', address };
  if (!pages.has(pathname)) return undefined;
  // Of these, only the list of parts reads its query.
  if (pathname === '/parts') address.search = searchQuery(searchParams);
  return { kind: address.search === '' ? 'page' : 'search', address };
}

function searchQuery(given: URLSearchParams): string {
  return new URLSearchParams(partsQueryOf(partsWantedIn(given))).toString();
}
