import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { GoogleError, IdentityErrorCode } from '#contract/identity.ts';
import { codeOf, sendRefusal } from './answers.ts';
import { sourceOf } from '#server/http/request-source.ts';
import { countRequest, uncountRequest, type LimitedRequest } from '#server/rate-limit/store.ts';
import { basePath } from './auth.ts';
import { identityCalls, type IdentityCall } from './calls.ts';
import { sentAway } from './password-line.ts';
import { forward, passCookies, type Outcome } from './forward.ts';
import { register, resetPassword } from './new-password.ts';
import { signInByPassword, type Credentials } from './password-sign-in.ts';
import type { AccountParts } from './signed-in.ts';
import { confirmDevice } from './unknown-device.ts';
import { verifyEmail, type VerifyEmailParts } from './verify-email.ts';

/** What the service's addresses work with. */
type Parts = AccountParts & VerifyEmailParts & { readonly google: boolean };

/** Puts the allowed addresses of the service, and no others, under `/api/identity`. */
export async function mountIdentity(app: FastifyInstance, parts: Parts): Promise<void> {
  await app.register(
    async (scope) => {
      scope.addHook(
        'onRequest',
        async (_request, reply) => void reply.header('cache-control', 'no-store'),
      );
      for (const call of identityCalls) {
        if (call.path === '/sign-in/google' && !parts.google) continue;
        scope.route({
          method: call.method,
          url: call.path,
          exposeHeadRoute: false,
          handler: (request, reply) => serve(parts, call, request, reply),
        });
      }
      if (parts.google)
        scope.get('/callback/google', { exposeHeadRoute: false }, (request, reply) =>
          finishGoogle(parts, request, reply),
        );
    },
    { prefix: basePath },
  );
}

async function serve(
  parts: Parts,
  call: IdentityCall,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const body = call.body === undefined ? undefined : z.safeParse(call.body, request.body ?? {});
  if (body !== undefined && !body.success)
    return sendRefusal(reply, codeOfIssues(body.error.issues));
  const fields = (body?.data ?? {}) as Record<string, string>;
  const attempt: LimitedRequest = {
    what: call.path,
    address: request.ip,
    account: fields['email'],
  };
  if (call.limit !== undefined) {
    const wait = await countRequest(parts.db, attempt, call.limit, parts.clock.now());
    if (wait !== undefined) return sendRefusal(reply, 'too_many_requests', wait);
  }
  const outcome = await outcomeOf(parts, { call, fields, request });
  if (outcome === sentAway && call.limit !== undefined) await uncountRequest(parts.db, attempt);
  passCookies(outcome, reply);
  if (outcome.status >= 400) {
    const code = await tellApart(parts, call, fields, codeOf(outcome.status, outcome.body));
    return sendRefusal(reply, code, outcome.retryAfterSeconds);
  }
  if (call.path === '/request-password-reset')
    await parts.tell({
      kind: 'reset_asked',
      email: fields['email'] ?? '',
      from: sourceOf(request),
    });
  return reply.send(call.answer(outcome.body as Record<string, unknown>));
}

/** What came of a call: those about one's own account and five more are ours, the others are Better Auth's as they are. */
function outcomeOf(parts: Parts, { call, fields, request }: Asked): Promise<Outcome> {
  if ('serve' in call) return call.serve(parts, { request, fields });
  const { email = '', password = '', newPassword = '', token = '' } = fields;
  const signIn = (credentials: Credentials) => signInByPassword(parts, request, credentials);
  const asked = () => forward(parts, request, call.as(fields, parts.publicUrl));
  if (call.path === '/sign-in/email') return signIn({ email, password });
  if (call.path === '/verify-email') return verifyEmail(parts, request, { ...fields, signIn });
  if (call.path === '/confirm-device') return confirmDevice(parts, token);
  if (call.path === '/sign-up/email') return register(parts, request, { email, work: asked });
  return call.path === '/reset-password'
    ? resetPassword(parts, request, { code: token, password: newPassword, work: asked })
    : asked();
}

interface Asked {
  readonly call: IdentityCall;
  readonly fields: Readonly<Record<string, string>>;
  readonly request: FastifyRequest;
}

/** Google sent the browser back: Better Auth checks the code and sends it on to our last page of the flow, with or without an error. */
async function finishGoogle(
  parts: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const query = new URL(request.url, parts.publicUrl).search;
  const outcome = await forward(parts, request, {
    method: 'GET',
    path: `/callback/google${query}`,
  });
  passCookies(outcome, reply);
  const { twoFactorRedirect } = outcome.body as { twoFactorRedirect?: true };
  if (twoFactorRedirect && outcome.location !== undefined)
    return reply.redirect(withError(outcome.location, 'code_needed'));
  const subject = await newlySignedIn(parts, outcome);
  if (subject !== undefined)
    await parts.tell({ kind: 'sign_in_done', subject, from: sourceOf(request) });
  return reply.redirect(outcome.location ?? `${parts.publicUrl}/google-done?error=failed`);
}

/** Whose session an answer begins; undefined when it begins none. */
async function newlySignedIn({ auth }: Parts, { cookies }: Outcome): Promise<string | undefined> {
  const token = cookies
    .map((cookie) => /^(?:__Secure-)?identity\.session_token=([^.;]+)/.exec(cookie)?.[1])
    .find(Boolean);
  const { internalAdapter } = await auth.$context;
  return token === undefined
    ? undefined
    : (await internalAdapter.findSession(decodeURIComponent(token)))?.user.id;
}

function withError(address: string, error: GoogleError): string {
  const url = new URL(address);
  url.searchParams.set('error', error);
  return url.toString();
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
  const unclear =
    (call.path === '/sign-in/email' && code === 'wrong_password') ||
    (call.path === '/sign-up/email' && code === 'internal');
  if (!unclear) return code;
  const context = await parts.auth.$context;
  const found = await context.internalAdapter.findUserByEmail(fields['email'] ?? '');
  if (code === 'wrong_password') return found === null ? 'user_not_found' : code;
  // Two registrations of one address at the same moment: the second meets the unique constraint.
  return found === null ? 'internal' : 'email_in_use';
}

function codeOfIssues(
  issues: readonly { readonly code: string; readonly path: readonly PropertyKey[] }[],
): IdentityErrorCode {
  const fields = issues.map(({ path }) => path[0]);
  if (fields.includes('email')) return 'invalid_email';
  const ofPassword = issues.find(({ path }) => path[0] === 'password' || path[0] === 'newPassword');
  if (ofPassword !== undefined)
    return ofPassword.code === 'too_big' ? 'password_too_long' : 'weak_password';
  return fields.includes('token') ? 'link_invalid' : 'bad_request';
}
