import type { ClientLoaderFunctionArgs } from 'react-router';
import type * as z from 'zod/mini';
import { defer } from '#web/api/defer.ts';
import { requireAdmin } from '#web/admin/require-admin.ts';
import { pageLength, wantedIn } from './list-query.ts';

/** `export const clientLoader = listLoader(Query, (query) => page('list…', { query }))`: the page of a list that its address asks for. */
export function listLoader<Query extends z.ZodMiniObject, List>(
  schema: Query,
  ask: (query: z.output<Query> & { readonly limit: number }) => Promise<List>,
) {
  return async ({ request, context }: ClientLoaderFunctionArgs) =>
    defer(
      {
        list: requireAdmin(context, () =>
          ask({ ...wantedIn(schema, request.url), limit: pageLength }),
        ),
      },
      50,
    );
}
