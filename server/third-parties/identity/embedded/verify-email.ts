import { errors, jwtVerify } from 'jose';
import * as z from 'zod/mini';
import { Email } from '#contract/fields.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Asked } from '#server/http/serve.ts';
import { done, type Outcome } from './forward.ts';
import { sourceOf } from '#server/http/request-source.ts';
import { whoIsSignedIn, type IdentityParts } from './parts.ts';
import { signInByPassword } from './password-sign-in.ts';
import { numberedKey, type IdentitySecrets } from './secrets.ts';

const Code = z.object({ email: Email, updateTo: z.optional(z.undefined()) });

/**
 * Confirms an address by a mailed code, for somebody who is signed in to its account in this browser, or who types the
 * account's password and is then signed in. The code alone is not enough: if a stranger registered the address, its owner
 * would confirm the stranger's account. Refuses with `link_invalid`, `email_verified`, `proof_needed`, and as a sign-in does.
 */
export async function verifyEmail(
  parts: IdentityParts,
  asked: Asked<'verifyEmail'>,
): Promise<Outcome> {
  const { token, password } = asked.body;
  const { internalAdapter } = await parts.auth.$context;
  const email = await emailOf(token, parts.secrets);
  const user =
    email === undefined ? undefined : (await internalAdapter.findUserByEmail(email))?.user;
  if (user === undefined) refuse('link_invalid');
  if (user.emailVerified) refuse('email_verified');
  const here = await whoIsSignedIn(parts, asked);
  if (here?.user.id === user.id) {
    await parts.onProvenByLink(user.id, here.session.id, sourceOf(asked));
    return done;
  }
  if (password === undefined) refuse('proof_needed');
  const outcome = await signInByPassword(parts, asked, { email: user.email, password });
  const made = await internalAdapter.findSession(String(outcome.body['token']));
  if (made === null) refuse('wrong_password');
  await parts.onProvenByLink(user.id, made.session.id, sourceOf(asked));
  return outcome;
}

/** The address in a code, which Better Auth signed; undefined when it is forged or too old. */
async function emailOf(code: string, secrets: IdentitySecrets): Promise<string | undefined> {
  for (const secret of secrets) {
    const key = new TextEncoder().encode(numberedKey(secret).value);
    try {
      const { payload } = await jwtVerify(code, key, {
        algorithms: ['HS256'],
        requiredClaims: ['exp'],
      });
      const known = z.safeParse(Code, payload);
      return known.success ? known.data.email : undefined;
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
    }
  }
  return undefined;
}
