import { useRouteLoaderData } from 'react-router';
import type { Site } from '#contract/site.ts';

/** The shop's settings (contact, card provider, sign-in options); undefined when they could not be loaded. */
export function useSite(): Site | undefined {
  return useRouteLoaderData<{ readonly site: Site | undefined }>('root')?.site;
}
