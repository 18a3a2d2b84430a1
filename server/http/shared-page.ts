import { filtersOf } from '#contract/part-filters.ts';

/** A page that is the same for everyone, whoever is signed in: rendered once for all readers of a moment. */
interface SharedPage {
  /** As the shop itself would write it: what the page does not know is left out, the rest stands in one order. */
  readonly address: URL;
  /** Pages are as many as are listed here, parts as many as the shop has; searches are whatever strangers type. */
  readonly kind: 'page' | 'part' | 'search';
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

const partPage = /^\/purchase\/[\w-]+$/;

/** The shared page that an address means; undefined for one that is made for whoever asks. */
export function sharedPageOf({ origin, pathname, searchParams }: URL): SharedPage | undefined {
  const address = new URL(origin + pathname);
  if (partPage.test(pathname)) return { kind: 'part', address };
  if (!pages.has(pathname)) return undefined;
  // Only the list of parts reads its query.
  if (pathname === '/parts') address.search = searchQuery(searchParams);
  return { kind: address.search === '' ? 'page' : 'search', address };
}

function searchQuery(given: URLSearchParams): string {
  const cursor = given.get('cursor');
  return new URLSearchParams({ ...filtersOf(given), ...(cursor ? { cursor } : {}) }).toString();
}
