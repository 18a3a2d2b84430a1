import type { FastifyBaseLogger } from 'fastify';
import { createRemoteJWKSet, customFetch, errors } from 'jose';
import type { Database } from '#server/shop.ts';
import type { RequestSource } from '#server/http/request-source.ts';
import type {
  Identity,
  IdentityEvent,
  Proof,
  Subject,
  VerifiedIdentity,
} from '#server/third-parties/identity/port.ts';
import { verifyIdentityToken, type TokenRules } from '#server/third-parties/identity/verify.ts';
import { findByToken, type FirebaseAccount } from './accounts.ts';
import { boundedFetch, fail, type Wire } from './call-firebase.ts';
import { foreignProjectNotice } from './foreign-project.ts';
import { addressesOf, type FirebaseProject } from './project.ts';
import { beginSession, endSessionsUntil, sessionHours, type SignedIn } from './sessions.ts';

/** What a sign-in needs of the shop. */
export interface SignInParts {
  readonly db: Database;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly project: FirebaseProject;
  /**
   * Called at each sign-in with a confirmed address: answers whether the shop learns just now that it is this account's. Then
   * whatever somebody else may have left in the account is gone.
   */
  readonly onProven: (
    account: Subject,
    proven: { readonly proof: Proof; readonly email: string },
  ) => Promise<boolean>;
  /** Records a security event; must not reject. */
  readonly tell: (issuer: string, event: IdentityEvent) => Promise<void>;
}

/** How long Google's tokens are valid. */
const tokenSeconds = 3600;

/** Google announces new keys days before it signs with them. */
const keysMs = 3600_000;

/** The `verify` of the port: first the token by itself, then what Firebase says of it, then whether the shop has ended the sign-in. */
export function signInCheck(parts: SignInParts, wire: Wire, issuer: string): Identity['verify'] {
  const { log, project } = parts;
  const tellForeign = foreignProjectNotice(project, log);
  const rules = rulesOf(wire, project, issuer);
  return async (idToken, from) => {
    const token = await verifyIdentityToken(idToken, rules).catch((error: unknown) =>
      fail(wire, `gave no keys (${error instanceof errors.JOSEError ? error.code : 'no answer'})`),
    );
    if (token?.signedInAt === undefined) {
      tellForeign(idToken);
      return undefined;
    }
    const { subject, signedInAt } = token;
    const account = await findByToken(wire, project, idToken);
    if (account?.subject !== subject || account.disabled || account.validSince > signedInAt)
      return undefined;
    return letIn(parts, account, { signIn: { issuer, subject, signedInAt }, from });
  };
}

async function letIn(
  { db, onProven, tell }: SignInParts,
  { email, emailVerified, name, proof, validSince }: FirebaseAccount,
  { signIn, from }: { readonly signIn: SignedIn; readonly from: RequestSource | undefined },
): Promise<VerifiedIdentity | undefined> {
  const { issuer, subject, signedInAt } = signIn;
  // After a new password Firebase renews no token of before: those sessions end at once, not within their hour.
  await endSessionsUntil(db, { ...signIn, signedInAt: validSince - 1 });
  const begun = await beginSession(db, signIn);
  if (begun === undefined) return undefined;
  if (emailVerified && (await onProven(signIn, { proof, email }))) {
    // Sign-ins of before may be somebody else's, unless whoever registered opened the mailed link.
    if (proof !== 'link') await endSessionsUntil(db, { ...signIn, signedInAt: signedInAt - 1 });
    await tell(issuer, { kind: 'address_confirmed', subject, from });
  }
  if (begun.isNew) await tell(issuer, { kind: 'sign_in_done', subject, from });
  const { session } = begun;
  return { issuer, subject, email, emailVerified, name, session, mostHours: sessionHours };
}

/** Google's tokens are signed, an emulator's are not: Firebase itself is asked about both. */
function rulesOf(wire: Wire, project: FirebaseProject, issuer: string): TokenRules {
  const { keys } = addressesOf(project);
  const signed = () =>
    createRemoteJWKSet(new URL(keys), {
      [customFetch]: (address, init) => boundedFetch(wire, address, init),
      // `boundedFetch` has the time limit.
      timeoutDuration: 60_000,
      cooldownDuration: project.keysCooldownMs ?? 30_000,
      cacheMaxAge: keysMs,
    });
  return {
    keys: project.emulator === undefined ? signed() : 'unsigned',
    issuer,
    audience: project.projectId,
    algorithms: ['RS256'],
    maxAgeSeconds: tokenSeconds,
    needsSignInTime: true,
  };
}
