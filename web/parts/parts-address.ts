import { partsQueryOf, type PartsWanted } from '#contract/parts-address-rules.ts';
import { paths } from '#web/paths.ts';

/** The address of the list that is asked for. */
export function partsAddress(wanted: PartsWanted): string {
  const query = new URLSearchParams(partsQueryOf(wanted));
  return query.size === 0 ? paths.parts : `${paths.parts}?${query.toString()}`;
}

/** The same list narrowed or sorted otherwise, from its first page on; undefined takes a filter away. */
export function changed(
  { page: _page, ...wanted }: PartsWanted,
  change: { readonly [Name in keyof PartsWanted]?: PartsWanted[Name] | undefined },
): PartsWanted {
  const all = Object.entries({ ...wanted, ...change });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}
