import type { MetaArgs, MetaDescriptor } from 'react-router';
import type { Filters } from '#contract/part-filters.ts';
import type { Category } from '#contract/parts.ts';
import { publicMeta } from '#web/meta.ts';
import { partsAddress } from './parts-address.ts';

/** What of the list a page shows. */
interface Shown {
  readonly filters: Filters;
  /** Whether it is not the first page. */
  readonly later: boolean;
  readonly categories: readonly Category[];
}

/**
 * What search engines read of the list. It and each shelf are listed; searches and later pages are followed only, because there is no
 * end of them. Filters are the ones that the page's loader read, so that parameters of advertisers make no other page.
 */
export function partsMeta(
  matches: MetaArgs['matches'],
  { filters: { category, ...others }, later, categories }: Shown,
): MetaDescriptor[] {
  const shelf = categories.find(({ id }) => id === category);
  const isListed = !later && Object.keys(others).length === 0 && category === shelf?.id;
  return [
    ...publicMeta(matches, {
      title: shelf?.name ?? 'All parts',
      description: `Search ${shelf ? `car spare parts of ${shelf.name}` : 'all car spare parts'} by words, part number, category or vehicle: price, minimum order and stock of each.`,
      path: partsAddress(shelf ? { category: shelf.id } : {}),
    }),
    ...(isListed ? [] : [{ name: 'robots', content: 'noindex,follow' }]),
  ];
}
