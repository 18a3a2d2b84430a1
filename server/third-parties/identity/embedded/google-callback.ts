import type { FastifyInstance } from 'fastify';
import type { GoogleError } from '#contract/google-errors.ts';
import { Refusal } from '#server/http/refusal.ts';
import { browserOf } from '#server/http/serve-calls.ts';
import { basePath } from './auth.ts';
import { done, forward, type Asker, type Outcome } from './forward.ts';
import { sourceOf } from '#server/http/request-source.ts';
import type { IdentityParts } from './parts.ts';

/** Serves the URL to which Google redirects the browser. */
export function mountGoogleCallback(app: FastifyInstance, parts: IdentityParts): void {
  app.get(`${basePath}/callback/google`, { exposeHeadRoute: false }, async (request, reply) => {
    const browser = browserOf(request, reply);
    const asker = { address: request.ip, requestId: request.id, browser };
    const { search } = new URL(request.url, parts.publicUrl);
    return reply
      .header('cache-control', 'no-store')
      .redirect(await finishGoogle(parts, asker, search));
  });
}

/** Has Better Auth check the code; answers the page to redirect to, with an error in its query if there was one. */
async function finishGoogle(parts: IdentityParts, asker: Asker, search: string): Promise<string> {
  const asked = forward(parts, asker, { path: `/callback/google${search}` });
  const outcome = await asked.catch((error: unknown) => {
    if (error instanceof Refusal) return done;
    throw error;
  });
  asker.browser.setCookies(outcome.cookies);
  const { body, location = `${parts.publicUrl}/google-done?error=failed` } = outcome;
  if (body['twoFactorRedirect'] === true) return withError(location, 'code_needed');
  const subject = await newlySignedIn(parts, outcome);
  if (subject !== undefined)
    await parts.tell({ kind: 'sign_in_done', subject, from: sourceOf(asker) });
  return location;
}

/** The subject of the session that an answer's cookie begins, if any. */
async function newlySignedIn(
  { auth }: IdentityParts,
  { cookies }: Outcome,
): Promise<string | undefined> {
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
