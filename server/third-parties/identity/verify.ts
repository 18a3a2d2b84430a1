import { errors, jwtVerify, UnsecuredJWT, type JWTVerifyGetKey } from 'jose';
import * as z from 'zod/mini';
import { Email } from '#contract/fields.ts';
import type { VerifiedIdentity } from './port.ts';

/** What makes an identity token valid. */
export interface TokenRules {
  /** `unsigned`: only for an emulator on this machine, which is asked about every token. */
  readonly keys: JWTVerifyGetKey | 'unsigned';
  readonly issuer: string | string[];
  readonly audience: string;
  /** Pinned, so that a token cannot choose its own algorithm. */
  readonly algorithms: string[];
  readonly maxAgeSeconds: number;
  /** The nonce of this sign-in, if the protocol has one. */
  readonly nonce?: string;
  /** Whether it must say when the sign-in was. */
  readonly needsSignInTime?: true;
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
  auth_time: z.optional(z.number().check(z.int(), z.positive())),
});

/** A verified identity, with the session and the time of the sign-in if the service names them. */
export interface CheckedToken extends Omit<VerifiedIdentity, 'session'> {
  readonly session: string | undefined;
  /** Seconds since 1970. */
  readonly signedInAt: number | undefined;
}

/** Checks an identity token of any service. Undefined when it is not valid; rejects when the keys cannot be fetched. */
export async function verifyIdentityToken(
  token: string,
  rules: TokenRules,
): Promise<CheckedToken | undefined> {
  const payload = await payloadOf(token, rules);
  const claims = z.safeParse(Claims, payload);
  if (!claims.success) return undefined;
  const { nonce, auth_time: signedInAt } = claims.data;
  if (rules.nonce !== undefined && nonce !== rules.nonce) return undefined;
  if (rules.needsSignInTime && signedInAt === undefined) return undefined;
  if ((signedInAt ?? 0) > Date.now() / 1000 + clockToleranceSeconds) return undefined;
  return {
    issuer: claims.data.iss,
    subject: claims.data.sub,
    email: claims.data.email,
    emailVerified: claims.data.email_verified ?? false,
    name: claims.data.name,
    session: claims.data.sid,
    signedInAt: claims.data.auth_time,
  };
}

/** A key set that does not answer, or with something else than keys, is an outage, not a forged token. */
const outages = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID']);

async function payloadOf(token: string, rules: TokenRules): Promise<unknown> {
  const { keys, algorithms } = rules;
  const claims = {
    issuer: rules.issuer,
    audience: rules.audience,
    requiredClaims: ['sub', 'email', 'iat', 'exp'],
    maxTokenAge: rules.maxAgeSeconds,
    clockTolerance: clockToleranceSeconds,
  };
  try {
    if (keys === 'unsigned') return UnsecuredJWT.decode(token, claims).payload;
    return (await jwtVerify(token, keys, { ...claims, algorithms })).payload;
  } catch (error) {
    if (error instanceof errors.JOSEError && !outages.has(error.code)) return undefined;
    throw error;
  }
}
