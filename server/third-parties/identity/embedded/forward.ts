import { refuse } from '#server/http/refusal.ts';
import type { CallContext } from '#server/http/serve.ts';
import { basePath, clientAddressHeader, requestIdHeader, type Auth } from './auth.ts';
import { codeOf, inOurWords } from './refusal-codes.ts';

/** Whoever asks, as far as the service looks at them. */
export type Asker = Pick<CallContext, 'address' | 'requestId' | 'browser'>;

/** What came of it: the answer, of which pages see what the contract names, and the cookies that go with it. */
export interface Outcome {
  readonly body: Readonly<Record<string, unknown>>;
  readonly cookies: readonly string[];
  /** Where Better Auth sends the browser. */
  readonly location?: string | undefined;
}

/** It is done, and there is nothing to tell. */
export const done: Outcome = { body: {}, cookies: [] };

/** The request headers Better Auth decides by; the rest, forwarded addresses and hosts above all, never reach it. */
const forwardedHeaders = [
  'cookie',
  'origin',
  'referer',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
  'user-agent',
];

/** What Better Auth is asked. */
interface Target {
  readonly path: string;
  /** What is sent; nothing is sent by a GET. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** As if nobody were signed in here: the browser's session is held back. */
  readonly signedOut?: boolean;
}

/** Asks Better Auth as the visitor's browser asked us. Its refusals become ours. */
export async function forward(
  { auth, publicUrl }: { readonly auth: Auth; readonly publicUrl: string },
  asker: Asker,
  target: Target,
): Promise<Outcome> {
  const headers = headersOf(asker);
  if (target.signedOut) headers.set('cookie', withoutSession(headers.get('cookie') ?? ''));
  const init: RequestInit = { headers };
  if (target.body !== undefined) {
    headers.set('content-type', 'application/json');
    Object.assign(init, { method: 'POST', body: JSON.stringify(target.body) });
  }
  const request = new Request(`${publicUrl}${basePath}${target.path}`, init);
  const response = await inOurWords(() => auth.handler(request));
  // Redirects say they are JSON and have no body; nobody's session is null.
  const text = await response.text();
  const body = (text === '' ? undefined : JSON.parse(text)) ?? {};
  if (response.status >= 400) refuse(codeOf(response.status, body));
  return {
    body,
    cookies: response.headers.getSetCookie(),
    location: response.headers.get('location') ?? undefined,
  };
}

/** What of a request's head Better Auth may see, and where it came from. */
export function headersOf({ address, requestId, browser }: Asker): Headers {
  const headers = new Headers({ [clientAddressHeader]: address, [requestIdHeader]: requestId });
  for (const name of forwardedHeaders) {
    const value = browser.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  return headers;
}

function withoutSession(cookies: string): string {
  return cookies
    .split(';')
    .filter((cookie) => !/^\s*(?:__Secure-)?identity\.session_token=/.test(cookie))
    .join(';');
}
