import { errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import * as z from 'zod/mini';
import { Email } from '#contract/fields.ts';
import type { VerifiedIdentity } from './port.ts';

/** What makes an identity token valid. */
export interface TokenRules {
  readonly keys: JWTVerifyGetKey;
  readonly issuer: string | string[];
  readonly audience: string;
  /** Pinned, so that a token cannot choose its own algorithm. */
  readonly algorithms: string[];
  readonly maxAgeSeconds: number;
  /** The nonce of this sign-in, if the protocol has one. */
  readonly nonce?: string;
}

/** Clocks of two copies of the shop, or of the shop and Google, may differ by this much. */
const clockToleranceSeconds = 60;

const Claims = z.object({
  iss: z.string().check(z.minLength(1)),
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: Email,
  email_verified: z.optional(z.boolean()),
  name: z.optional(z.string()),
  nonce: z.optional(z.string()),
  sid: z.optional(z.string()),
});

/** A verified identity, with the session of the token if the service names one. */
export interface CheckedToken extends Omit<VerifiedIdentity, 'session'> {
  readonly session: string | undefined;
}

/** Checks an identity token of any service. Undefined when it is not valid; rejects when the keys cannot be fetched. */
export async function verifyIdentityToken(
  token: string,
  rules: TokenRules,
): Promise<CheckedToken | undefined> {
  const payload = await payloadOf(token, rules);
  const claims = z.safeParse(Claims, payload);
  if (!claims.success) return undefined;
  if (rules.nonce !== undefined && claims.data.nonce !== rules.nonce) return undefined;
  return {
    issuer: claims.data.iss,
    subject: claims.data.sub,
    email: claims.data.email,
    emailVerified: claims.data.email_verified ?? false,
    name: claims.data.name,
    session: claims.data.sid,
  };
}

async function payloadOf(token: string, rules: TokenRules): Promise<unknown> {
  try {
    const { payload } = await jwtVerify(token, rules.keys, {
      issuer: rules.issuer,
      audience: rules.audience,
      algorithms: rules.algorithms,
      requiredClaims: ['sub', 'email', 'iat', 'exp'],
      maxTokenAge: rules.maxAgeSeconds,
      clockTolerance: clockToleranceSeconds,
    });
    return payload;
  } catch (error) {
    // A key set that does not answer is an outage, not a forged token.
    if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout))
      return undefined;
    throw error;
  }
}
