import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Auth, AuthParts } from './auth.ts';
import type { CommonPasswordParts } from './common-password.ts';
import { forward } from './forward.ts';
import type { PasswordLine } from './password-line.ts';
import type { IdentityEvent } from '#server/third-parties/identity/port.ts';

/** What the calls about one's own account work with. */
export interface AccountParts extends Pick<AuthParts, 'db' | 'publicUrl' | 'clock'> {
  readonly auth: Auth;
  readonly inLine: PasswordLine;
  readonly needsBetterPassword: CommonPasswordParts['needsBetterPassword'];
  /** Hears what happened to how an account is entered. */
  readonly tell: (event: IdentityEvent) => Promise<void>;
}

/** A call about one's own account, as it came. */
export interface AccountRequest {
  readonly request: FastifyRequest;
  readonly fields: Readonly<Record<string, string>>;
}

const Found = z.object({
  session: z.object({ id: z.string() }),
  user: z.object({
    id: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    twoFactorEnabled: z.optional(z.nullable(z.boolean())),
  }),
});

/** The session that came with a request, and whose it is. */
export type SignedIn = z.infer<typeof Found>;

/** Who is signed in where a request came from; undefined when nobody is. */
export async function signedIn(
  parts: AccountParts,
  request: FastifyRequest,
): Promise<SignedIn | undefined> {
  const { body } = await forward(parts, request, { method: 'GET', path: '/get-session' });
  const found = z.safeParse(Found, body);
  return found.success ? found.data : undefined;
}
