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
import { wholePage } from './render-whole.tsx';
import { apiContext } from '#web/api/context.ts';
import { NonceContext } from '#web/ui/nonce.ts';

/** The server takes both from this module, because they must come from the same copy of the router as the pages. */
export { apiContext, createRequestHandler };

const nonceContext = createContext<string | undefined>(undefined);
const reportContext = createContext<(error: unknown) => void>();
const takeWholeContext = createContext<(text: string) => void>();

/** How long the rendering waits for data; after that the browser fetches what is missing. */
export const streamTimeout = 10_000;

/** What the rendering of a page needs from the server. */
export interface Rendering {
  readonly api: Api;
  /** Allows this page's own inline scripts; undefined where no policy is set. */
  readonly nonce: string | undefined;
  /** Logs unexpected errors. */
  readonly report: (error: unknown) => void;
  /** Takes the text of a page that waits for nothing; the response is empty then. */
  readonly takeWhole: (text: string) => void;
}

/** The context of one rendering. Made here because the keys must be those of the built bundle. */
export function contextFor({ api, nonce, report, takeWhole }: Rendering): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(apiContext, api);
  context.set(nonceContext, nonce);
  context.set(reportContext, report);
  context.set(takeWholeContext, takeWhole);
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
  const whole = await wholePage(request.url, entry, nonce);
  if (whole !== undefined) {
    context.get(takeWholeContext)(whole);
    return new Response(null, { headers, status });
  }
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
