import { useRouteLoaderData } from 'react-router';
import type { Site } from '#contract/site.ts';

/** How this shop is set up (contact, card provider, sign-in options); undefined only when the shop could not be asked. */
export function useSite(): Site | undefined {
  return useRouteLoaderData<{ readonly site: Site | undefined }>('root')?.site;
}
