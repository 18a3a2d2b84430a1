import type { ClientLoaderFunctionArgs } from 'react-router';
import type * as z from 'zod/mini';
import type { Page } from '#contract/api.ts';
import type { Counted } from '#contract/counted.ts';
import { defer, type Deferred } from '#web/api/defer.ts';
import type { Query } from '#web/api/call.ts';
import { requireAdmin } from '#web/admin/require-admin.ts';
import { wantedIn } from './list-query.ts';
import { pageLength } from './page-length.ts';

/** How many rows a list has on all pages, and what they come to in dollars, if that is known. */
export interface CountedList extends Counted {
  readonly total?: number | null;
}

/** What the loader of a list's page answers. */
export interface LoadedList<Row> {
  readonly list: Deferred<Page<readonly Row[]>>;
  /** Undefined where it is not asked. */
  readonly count: Deferred<CountedList | undefined>;
  /** What the address asks for. */
  readonly wanted: Query;
}

/**
 * `export const clientLoader = listLoader(Query, (query) => page('list…', { query }))`: the page of a list that its address
 * asks for. `count` asks how long the list is; it does not mind where the page begins.
 */
export function listLoader<Wanted extends z.ZodMiniObject, Row>(
  schema: Wanted,
  ask: (
    query: Partial<z.output<Wanted>> & { readonly limit: number },
  ) => Promise<Page<readonly Row[]>>,
  count: (query: Partial<z.output<Wanted>>) => Promise<CountedList | undefined> = async () =>
    undefined,
) {
  return async ({ request, context }: ClientLoaderFunctionArgs): Promise<LoadedList<Row>> => {
    const wanted = wantedIn(schema, request.url);
    const list = requireAdmin(context, () => ask({ ...wanted, limit: pageLength }));
    // After the rows, which are read first; whoever may not see those does not ask how many they are.
    const lists = { list, count: list.then(() => count(wanted)) };
    return { ...(await defer(lists, 50)), wanted: wanted as Query };
  };
}
