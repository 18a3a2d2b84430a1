import {
  createContext,
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router';
import type { Api } from '#contract/api.ts';
import { browserApi } from './call.ts';

/** How a page rendered on the server calls the shop: set per request by the server, from the built bundle. */
export const apiContext = createContext<Api>();

/** What a page's loader gets, whichever side it runs on. */
export interface LoadArgs {
  readonly api: Api;
  readonly request: Request;
  readonly params: Readonly<Record<string, string | undefined>>;
}

/**
 * One load function for both sides: `export const loader = onServer(load)` calls the shop in the same process,
 * `export const clientLoader = inBrowser(load)` over HTTP.
 */
export function onServer<Loaded>(load: (args: LoadArgs) => Loaded) {
  return ({ context, request, params }: LoaderFunctionArgs): Loaded =>
    load({ api: context.get(apiContext), request, params });
}

/** The browser's half of `onServer`. */
export function inBrowser<Loaded>(load: (args: LoadArgs) => Loaded) {
  return ({ request, params }: ClientLoaderFunctionArgs): Loaded =>
    load({ api: browserApi, request, params });
}
