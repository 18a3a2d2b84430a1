import type { MetaArgs, MetaDescriptor } from 'react-router';
import type { PartsWanted } from '#contract/parts-address-rules.ts';
import type { Category } from '#contract/parts.ts';
import { publicMeta } from '#web/meta.ts';
import { partsAddress } from './parts-address.ts';

/** What of the list a page shows. */
interface Shown {
  readonly wanted: PartsWanted;
  /** That of the category, if there are parts on it. */
  readonly shelf: Category | undefined;
}

/**
 * What search engines read of the list. It and each shelf are listed; searches and later pages are followed only, because there is no
 * end of them. What is wanted is what the page's loader read, so that parameters of advertisers make no other page.
 */
export function partsMeta(
  matches: MetaArgs['matches'],
  { wanted: { category, ...others }, shelf }: Shown,
): MetaDescriptor[] {
  const isListed = Object.keys(others).length === 0 && category === shelf?.id;
  return publicMeta(matches, {
    title: shelf?.name ?? 'All parts',
    description: `Search ${shelf ? `car spare parts of ${shelf.name}` : 'all car spare parts'} by words, part number, category or vehicle: price, minimum order and stock of each.`,
    path: partsAddress(shelf ? { category: shelf.id } : {}),
    unlisted: !isListed,
  });
}
