import * as z from 'zod/mini';
import { PartsQuery } from './parts.ts';

/** The query parameters of the parts page that filter the list, in the order of the form. */
export const filterNames = ['q', 'category', 'make', 'model', 'year'] as const;
export type FilterName = (typeof filterNames)[number];

/** The filters of a query, as typed; empty and impossible ones are left out. */
export type Filters = { readonly [K in FilterName]?: string };

/** Reads the filters of a query; a year that is no year is ignored rather than refused. */
export function filtersOf(query: { get(name: string): string | null }): Filters {
  const given = filterNames.map((name) => [name, query.get(name)?.trim() ?? ''] as const);
  const usable = given.filter(
    ([name, value]) => value !== '' && z.safeParse(PartsQuery.shape[name], value).success,
  );
  return Object.fromEntries(usable);
}
