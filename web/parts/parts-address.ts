import { filterNames, type Filters } from '#contract/part-filters.ts';
import { paths } from '#web/paths.ts';

/** The address of the list with these filters, from this cursor. */
export function partsAddress(filters: Filters, cursor?: string): string {
  const query = new URLSearchParams();
  for (const name of filterNames) {
    const value = filters[name];
    if (value !== undefined && value !== '') query.set(name, value);
  }
  if (cursor !== undefined) query.set('cursor', cursor);
  return query.size === 0 ? paths.parts : `${paths.parts}?${query.toString()}`;
}
