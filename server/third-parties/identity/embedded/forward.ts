import { refuse } from '#server/http/refusal.ts';
import type { CallContext } from '#server/http/serve.ts';
import { basePath, clientAddressHeader, requestIdHeader, type Auth } from './auth.ts';
import { codeOf, inOurWords } from './refusal-codes.ts';
import { signedAnew, type IdentitySecrets } from './secrets.ts';

/** What the service needs to know about a request's sender. */
export type Asker = Pick<CallContext, 'address' | 'requestId' | 'browser'>;

/** The service's answer; of its body, pages get the fields in the contract. */
export interface Outcome {
  readonly body: Readonly<Record<string, unknown>>;
  readonly cookies: readonly string[];
  /** The target of a redirect. */
  readonly location?: string | undefined;
}

/** An empty answer. */
export const done: Outcome = { body: {}, cookies: [] };

/** The only request headers that Better Auth gets; above all no forwarded addresses and hosts. */
const forwardedHeaders = [
  'cookie',
  'origin',
  'referer',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
  'user-agent',
];

interface Target {
  readonly path: string;
  /** Without a body the request is a GET. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Leaves out the session cookie, as if nobody were signed in. */
  readonly signedOut?: boolean;
}

interface Service {
  readonly auth: Auth;
  readonly publicUrl: string;
  readonly secrets: IdentitySecrets;
}

/** Forwards a request to Better Auth; its refusals become ours. */
export async function forward(
  { auth, publicUrl, secrets }: Service,
  asker: Asker,
  target: Target,
): Promise<Outcome> {
  const headers = headersOf({ secrets }, asker);
  if (target.signedOut) headers.set('cookie', withoutSession(headers.get('cookie') ?? ''));
  const init: RequestInit = { headers };
  if (target.body !== undefined) {
    headers.set('content-type', 'application/json');
    Object.assign(init, { method: 'POST', body: JSON.stringify(target.body) });
  }
  const request = new Request(`${publicUrl}${basePath}${target.path}`, init);
  const response = await inOurWords(() => auth.handler(request));
  // Redirects have the content type JSON and no body; `/get-session` answers null when nobody is signed in.
  const text = await response.text();
  const body = (text === '' ? undefined : JSON.parse(text)) ?? {};
  if (response.status >= 400) refuse(codeOf(response.status, body));
  return {
    body,
    cookies: response.headers.getSetCookie(),
    location: response.headers.get('location') ?? undefined,
  };
}

/** The headers that Better Auth gets. */
export function headersOf(
  { secrets }: Pick<Service, 'secrets'>,
  { address, requestId, browser }: Asker,
): Headers {
  const headers = new Headers({ [clientAddressHeader]: address, [requestIdHeader]: requestId });
  for (const name of forwardedHeaders) {
    const value = browser.headers[name];
    if (typeof value === 'string')
      headers.set(name, name === 'cookie' ? signedAnew(value, secrets) : value);
  }
  return headers;
}

function withoutSession(cookies: string): string {
  return cookies
    .split(';')
    .filter((cookie) => !/^\s*(?:__Secure-)?identity\.session_token=/.test(cookie))
    .join(';');
}
