import * as z from 'zod/mini';
import { refuse } from '#server/http/refusal.ts';
import type { RequestSource } from '#server/http/request-source.ts';
import type { IdentityEvent } from '#server/third-parties/identity/port.ts';
import type { Auth, AuthParts } from './auth.ts';
import { forward, type Asker } from './forward.ts';
import type { PasswordLine } from './password-line.ts';

/** What the calls of the service work with. */
export interface IdentityParts extends Pick<AuthParts, 'db' | 'publicUrl' | 'clock'> {
  readonly auth: Auth;
  readonly inLine: PasswordLine;
  /** Whether an account may not have a password that thieves try early: the shop knows who has power in it. */
  readonly needsBetterPassword: (subject: string) => Promise<boolean>;
  /** The mailbox and the account are one person's: everything but the session it was shown with ends. */
  readonly onProvenByLink: (
    subject: string,
    sessionId: string,
    from: RequestSource,
  ) => Promise<void>;
  /** Hears what happened to how an account is entered. */
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

/** The session that came with a request, and whose it is. */
export type SignedIn = z.infer<typeof Found>;

/** Who is signed in where a request came from; undefined when nobody is. */
export async function whoIsSignedIn(
  parts: IdentityParts,
  asker: Asker,
): Promise<SignedIn | undefined> {
  const { body } = await forward(parts, asker, { path: '/get-session' });
  const found = z.safeParse(Found, body);
  return found.success ? found.data : undefined;
}

/** A call about one's own account. Refuses with `sign_in_required`. */
export function own<A extends Asker, R>(
  work: (parts: IdentityParts, asked: A, who: SignedIn) => Promise<R>,
) {
  return async (parts: IdentityParts, asked: A): Promise<R> =>
    work(parts, asked, (await whoIsSignedIn(parts, asked)) ?? refuse('sign_in_required'));
}
