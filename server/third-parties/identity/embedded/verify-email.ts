import type { FastifyRequest } from 'fastify';
import { errors, jwtVerify } from 'jose';
import * as z from 'zod/mini';
import { Email } from '#contract/fields.ts';
import { sourceOf, type RequestSource } from '#server/http/request-source.ts';
import type { Auth } from './auth.ts';
import { forward, refusal, type Outcome } from './forward.ts';
import type { Credentials } from './password-sign-in.ts';

/** What confirming an address works with. */
export interface VerifyEmailParts {
  readonly auth: Auth;
  readonly publicUrl: string;
  /** The mailbox and the account are one person's: everything but the session it was shown with ends. */
  readonly onProvenByLink: (
    subject: string,
    sessionId: string,
    from: RequestSource,
  ) => Promise<void>;
}

/** What came with the code: a password, or nothing when the browser is signed in. */
interface Shown {
  readonly token?: string;
  readonly password?: string;
  readonly signIn: (credentials: Credentials) => Promise<Outcome>;
}

const Code = z.object({ email: Email, updateTo: z.optional(z.undefined()) });
const SessionAnswer = z.object({
  session: z.object({ id: z.string() }),
  user: z.object({ id: z.string() }),
});

/**
 * Confirms an address by a mailed code, for whoever is signed in as it in this browser or types the account's password,
 * and then is signed in. The code alone proves only the mailbox: a stranger may have registered the address, and its
 * owner would confirm the stranger's account. Refuses with `link_invalid`, `email_verified`, `proof_needed`, and as a sign-in does.
 */
export async function verifyEmail(
  parts: VerifyEmailParts,
  request: FastifyRequest,
  shown: Shown,
): Promise<Outcome> {
  const { internalAdapter, secret } = await parts.auth.$context;
  const email = await emailOf(shown.token ?? '', secret);
  const user =
    email === undefined ? undefined : (await internalAdapter.findUserByEmail(email))?.user;
  if (user === undefined) return refusal(400, 'INVALID_TOKEN');
  if (user.emailVerified) return refusal(409, 'EMAIL_ALREADY_VERIFIED');
  const signedIn = await forward(parts, request, { method: 'GET', path: '/get-session' });
  const here = z.safeParse(SessionAnswer, signedIn.body);
  if (here.success && here.data.user.id === user.id)
    return proven(parts, request, {
      subject: user.id,
      sessionId: here.data.session.id,
      outcome: signedIn,
    });
  if (shown.password === undefined) return refusal(401, 'PROOF_NEEDED');
  const outcome = await shown.signIn({ email: user.email, password: shown.password });
  if (outcome.status >= 400) return outcome;
  const made = await internalAdapter.findSession(
    String((outcome.body as { token?: unknown }).token),
  );
  return made === null
    ? refusal(401, 'INVALID_EMAIL_OR_PASSWORD')
    : proven(parts, request, { subject: user.id, sessionId: made.session.id, outcome });
}

async function proven(
  parts: VerifyEmailParts,
  request: FastifyRequest,
  { subject, sessionId, outcome }: { subject: string; sessionId: string; outcome: Outcome },
): Promise<Outcome> {
  await parts.onProvenByLink(subject, sessionId, sourceOf(request));
  return { ...outcome, status: 200, body: {} };
}

/** The address a code is about; undefined when the code is not ours or too old. Better Auth signs it so. */
async function emailOf(code: string, secret: string): Promise<string | undefined> {
  try {
    const { payload } = await jwtVerify(code, new TextEncoder().encode(secret), {
      algorithms: ['HS256'],
      requiredClaims: ['exp'],
    });
    const known = z.safeParse(Code, payload);
    return known.success ? known.data.email : undefined;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}
