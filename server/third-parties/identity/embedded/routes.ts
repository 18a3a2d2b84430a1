import { isAPIError } from 'better-auth/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { IdentityErrorCode } from '#contract/identity.ts';
import { codeOf, sendRefusal } from '#server/third-parties/identity/embedded/answers.ts';
import { countAttempt, forgetAttempts, type Attempt } from '#server/attempts/store.ts';
import { basePath, clientAddressHeader, type Auth, type AuthParts } from '#server/third-parties/identity/embedded/auth.ts';
import { identityCalls, type IdentityCall } from '#server/third-parties/identity/embedded/calls.ts';

type Parts = Pick<AuthParts, 'db' | 'publicUrl' | 'clock'> & { readonly auth: Auth; readonly google: boolean };

/** Puts the allowed addresses of the service, and no others, under `/api/identity`. */
export async function mountIdentity(app: FastifyInstance, parts: Parts): Promise<void> {
  await app.register(
    async (scope) => {
      scope.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));
      for (const call of identityCalls) {
        if (call.path === '/sign-in/google' && !parts.google) continue;
        scope.route({
          method: call.method,
          url: call.path,
          exposeHeadRoute: false,
          handler: (request, reply) => serve(parts, call, request, reply),
        });
      }
      if (parts.google) scope.get('/callback/google', { exposeHeadRoute: false }, (request, reply) => finishGoogle(parts, request, reply));
    },
    { prefix: basePath },
  );
}

async function serve(parts: Parts, call: IdentityCall, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const body = call.body === undefined ? undefined : z.safeParse(call.body, request.body ?? {});
  if (body !== undefined && !body.success) return sendRefusal(reply, codeOfIssues(body.error.issues));
  const fields = (body?.data ?? {}) as Record<string, string>;
  const attempt: Attempt = { what: call.path, address: request.ip, account: fields['email'] };
  if (call.limit !== undefined) {
    const wait = await countAttempt(parts.db, attempt, call.limit, parts.clock.now());
    if (wait !== undefined) return sendRefusal(reply, 'too_many_requests', wait);
  }
  const outcome = await forward(parts, request, call.as(fields, parts.publicUrl));
  passCookies(outcome, reply);
  if (outcome.status >= 400) return sendRefusal(reply, await tellApart(parts, call, fields, codeOf(outcome.status, outcome.body)));
  if (call.path === '/sign-in/email') await forgetAttempts(parts.db, attempt);
  return reply.send(call.answer(outcome.body as Record<string, unknown>));
}

/** Google sent the browser back: Better Auth checks the code and sends it on to our last page of the flow, with or without an error. */
async function finishGoogle(parts: Parts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const query = new URL(request.url, parts.publicUrl).search;
  const outcome = await forward(parts, request, { method: 'GET', path: `/callback/google${query}` });
  passCookies(outcome, reply);
  return reply.redirect(outcome.location ?? `${parts.publicUrl}/google-done?error=failed`);
}

/** What Better Auth answered. */
interface Outcome {
  readonly status: number;
  readonly body: unknown;
  readonly cookies: readonly string[];
  readonly location: string | undefined;
}

/** The request headers Better Auth decides by; the rest, forwarded addresses and hosts above all, never reach it. */
const forwardedHeaders = ['cookie', 'origin', 'referer', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest', 'user-agent'];

async function forward(
  { auth, publicUrl }: Parts,
  request: FastifyRequest,
  target: { method: 'GET' | 'POST'; path: string; body?: Record<string, unknown> },
): Promise<Outcome> {
  const headers = new Headers({ [clientAddressHeader]: request.ip });
  for (const name of forwardedHeaders) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
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

function passCookies(outcome: Outcome, reply: FastifyReply): void {
  if (outcome.cookies.length > 0) reply.header('set-cookie', outcome.cookies);
}

/**
 * Spec §8 tells an unknown account from a wrong password, Better Auth does not. It hashes in both cases, and both are
 * looked up here, so the time taken tells nothing more than the answer.
 */
async function tellApart(
  parts: Parts,
  call: IdentityCall,
  fields: Record<string, string>,
  code: IdentityErrorCode,
): Promise<IdentityErrorCode> {
  const unclear = (call.path === '/sign-in/email' && code === 'wrong_password') || (call.path === '/sign-up/email' && code === 'internal');
  if (!unclear) return code;
  const context = await parts.auth.$context;
  const found = await context.internalAdapter.findUserByEmail(fields['email'] ?? '');
  if (code === 'wrong_password') return found === null ? 'user_not_found' : code;
  // Two registrations of one address at the same moment: the second meets the unique constraint.
  return found === null ? 'internal' : 'email_in_use';
}

function codeOfIssues(issues: readonly { readonly path: readonly PropertyKey[] }[]): IdentityErrorCode {
  const fields = issues.map(({ path }) => path[0]);
  if (fields.includes('email')) return 'invalid_email';
  if (fields.includes('password') || fields.includes('newPassword')) return 'weak_password';
  return fields.includes('token') ? 'link_invalid' : 'bad_request';
}
