import {
  createContext,
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router';
import type { Api } from '#contract/api.ts';
import { browserApi } from './call.ts';

/** The API for pages that are rendered on the server; the server sets it per request. */
export const apiContext = createContext<Api>();

/** What a page's loader gets, on the server or in the browser. */
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
