import { isAPIError } from 'better-auth/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { basePath, clientAddressHeader, requestIdHeader, type Auth } from './auth.ts';

/** What Better Auth answered. */
export interface Outcome {
  readonly status: number;
  readonly body: unknown;
  readonly cookies: readonly string[];
  readonly location: string | undefined;
  /** With 429 and 503: when to come again. */
  readonly retryAfterSeconds?: number;
}

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
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: Record<string, unknown>;
  /** As if nobody were signed in here: the browser's session is held back. */
  readonly signedOut?: true;
}

/** Asks Better Auth as the visitor's browser asked us. */
export async function forward(
  { auth, publicUrl }: { readonly auth: Auth; readonly publicUrl: string },
  request: FastifyRequest,
  target: Target,
): Promise<Outcome> {
  const headers = headersOf(request);
  if (target.signedOut) headers.set('cookie', withoutSession(headers.get('cookie') ?? ''));
  const init: RequestInit = { method: target.method, headers };
  if (target.body !== undefined) {
    headers.set('content-type', 'application/json');
    init.body = JSON.stringify(target.body);
  }
  try {
    const response = await auth.handler(new Request(`${publicUrl}${basePath}${target.path}`, init));
    // Redirects say they are JSON and have no body.
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? {} : JSON.parse(text),
      cookies: response.headers.getSetCookie(),
      location: response.headers.get('location') ?? undefined,
    };
  } catch (error) {
    // What is no refusal (a database that does not answer) goes to the shop's own error handler.
    if (!isAPIError(error)) throw error;
    return { status: error.statusCode, body: error.body, cookies: [], location: undefined };
  }
}

/** What of a request's head Better Auth may see, and where it came from. */
export function headersOf(request: FastifyRequest): Headers {
  const headers = new Headers({ [clientAddressHeader]: request.ip, [requestIdHeader]: request.id });
  for (const name of forwardedHeaders) {
    const value = request.headers[name];
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

/** A refusal of ours, in the shape of Better Auth's. */
export function refusal(status: number, code: string, retryAfterSeconds?: number): Outcome {
  const waits = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return { status, body: { code }, cookies: [], location: undefined, ...waits };
}

/** Hands Better Auth's cookies on to the browser. */
export function passCookies(outcome: Outcome, reply: FastifyReply): void {
  if (outcome.cookies.length > 0) reply.header('set-cookie', outcome.cookies);
}
