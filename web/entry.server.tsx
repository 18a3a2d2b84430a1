import { renderToReadableStream } from 'react-dom/server';
import {
  createContext,
  createRequestHandler,
  RouterContextProvider,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
} from 'react-router';
import type { Api } from '#contract/api.ts';
import { apiContext } from '#web/api/context.ts';
import { NonceContext } from '#web/ui/nonce.ts';

/** The server takes both from this module, because they must come from the same copy of the router as the pages. */
export { apiContext, createRequestHandler };

const nonceContext = createContext<string | undefined>(undefined);
const reportContext = createContext<(error: unknown) => void>();

/** How long the rendering waits for data; after that the browser fetches what is missing. */
export const streamTimeout = 10_000;

/** What the rendering of a page needs from the server. */
export interface Rendering {
  readonly api: Api;
  /** Allows this page's own inline scripts; undefined where no policy is set. */
  readonly nonce: string | undefined;
  /** Logs unexpected errors. */
  readonly report: (error: unknown) => void;
}

/** The context of one rendering. Made here because the keys must be those of the built bundle. */
export function contextFor({ api, nonce, report }: Rendering): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(apiContext, api);
  context.set(nonceContext, nonce);
  context.set(reportContext, report);
  return context;
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) (context as RouterContextProvider).get(reportContext)(error);
};

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(nonceContext);
  const given = nonce === undefined ? {} : { nonce };
  let failed = false;
  const body = await renderToReadableStream(
    <NonceContext value={nonce}>
      <ServerRouter context={entry} url={request.url} {...given} />
    </NonceContext>,
    {
      ...given,
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(streamTimeout + 1000)]),
      onError(error: unknown) {
        failed = true;
        if (!request.signal.aborted) context.get(reportContext)(error);
      },
    },
  );
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(body, { headers, status: failed ? 500 : status });
}
