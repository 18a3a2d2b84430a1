import type { ClientLoaderFunctionArgs } from 'react-router';
import type * as z from 'zod/mini';
import { soon } from '#web/api/soon.ts';
import { asAdmin } from '#web/admin/as-admin.ts';
import { pageLength, wantedIn } from './wanted.ts';

/** `export const clientLoader = listLoader(Query, (query) => page('list…', { query }))`: the page of a list that its address asks for. */
export function listLoader<Query extends z.ZodMiniObject, List>(
  schema: Query,
  ask: (query: z.output<Query> & { readonly limit: number }) => Promise<List>,
) {
  return async ({ request, context }: ClientLoaderFunctionArgs) =>
    soon(
      {
        list: asAdmin(context, () => ask({ ...wantedIn(schema, request.url), limit: pageLength })),
      },
      50,
    );
}
