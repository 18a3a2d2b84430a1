import * as z from 'zod/mini';
import { refuse } from '#server/http/refusal.ts';
import type { RequestSource } from '#server/http/request-source.ts';
import type { IdentityEvent } from '#server/third-parties/identity/port.ts';
import type { Auth, AuthParts } from './auth.ts';
import { forward, type Asker } from './forward.ts';
import type { PasswordQueue } from './password-queue.ts';

/** What the calls of the service work with. */
export interface IdentityParts extends Pick<
  AuthParts,
  'db' | 'secrets' | 'publicUrl' | 'clock' | 'log'
> {
  readonly auth: Auth;
  readonly passwordQueue: PasswordQueue;
  /** Whether the account may not have a common password. */
  readonly needsBetterPassword: (subject: string) => Promise<boolean>;
  /** Called when the mailed link has confirmed the address: all other sessions end. */
  readonly onProvenByLink: (
    subject: string,
    sessionId: string,
    from: RequestSource,
  ) => Promise<void>;
  /** Records a security event. */
  readonly tell: (event: IdentityEvent) => Promise<void>;
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

/** A request's session and account. */
export type SignedIn = z.infer<typeof Found>;

/** The request's session and account; undefined when nobody is signed in. */
export async function whoIsSignedIn(
  parts: IdentityParts,
  asker: Asker,
): Promise<SignedIn | undefined> {
  const { body } = await forward(parts, asker, { path: '/get-session' });
  const found = z.safeParse(Found, body);
  return found.success ? found.data : undefined;
}

/** A call about one's own account. Refuses with `sign_in_required`. */
export function forSignedIn<A extends Asker, R>(
  work: (parts: IdentityParts, asked: A, who: SignedIn) => Promise<R>,
) {
  return async (parts: IdentityParts, asked: A): Promise<R> =>
    work(parts, asked, (await whoIsSignedIn(parts, asked)) ?? refuse('sign_in_required'));
}
