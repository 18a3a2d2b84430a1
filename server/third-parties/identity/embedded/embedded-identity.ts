import type { FastifyInstance } from 'fastify';
import { createLocalJWKSet } from 'jose';
import { sql } from 'kysely';
import type { Database } from '#server/shop.ts';
import { audience, issuer, makeAuth, tokenSeconds, type Auth, type AuthParts } from './auth.ts';
import { realGoogle, reportingFailures, type GoogleClient } from './google.ts';
import type { GoogleSandbox } from './google-sandbox.ts';
import { makePasswordQueue } from './password-queue.ts';
import { mountGoogleCallback } from './google-callback.ts';
import { identityHandlers, type IdentityHandlers } from './handlers.ts';
import { accountsOf, type Account } from './accounts.ts';
import { endCodes, endOtherSessions, endSessions } from './sessions.ts';
import { storedAccounts } from './stored-accounts.ts';
import type { IdentityParts } from './parts.ts';
import type {
  Identity,
  IdentityEvent,
  Proof,
  Subject,
  VerifiedIdentity,
} from '#server/third-parties/identity/port.ts';
import { verifyIdentityToken, type CheckedToken } from '#server/third-parties/identity/verify.ts';

interface EmbeddedIdentityOptions extends Omit<
  AuthParts,
  'google' | 'onPasswordReset' | 'onGoogleLinked'
> {
  /** The provider of 'Continue with Google'; undefined turns it off. */
  readonly google: 'sandbox' | GoogleClient | undefined;
  /** Called when Google gives no usable answer to a call of ours. */
  readonly onGoogleFailure: () => void;
  readonly mode: 'demo' | 'live';
  /** Whether the account may not have a common password; asked whenever one is typed. */
  readonly needsBetterPassword: (issuer: string, subject: string) => Promise<boolean>;
  /** Called after a password reset: every session has ended. */
  readonly onPasswordReset: (issuer: string, subject: string) => Promise<void>;
  /** Called when an address is confirmed for the first time, before the service stores that; repeated if storing failed. */
  readonly onFirstProof: (issuer: string, subject: string, proof: Proof) => Promise<void>;
  /** Records a security event; must not reject. */
  readonly tell: (issuer: string, event: IdentityEvent) => Promise<void>;
}

/** The embedded service: the port, its calls, and a way to create the demo's accounts. */
export interface EmbeddedIdentity extends Identity {
  readonly handlers: IdentityHandlers;
  /** Registers the routes of the Google sign-in: the redirect back, and the sandbox. */
  mount(app: FastifyInstance): Promise<void>;
  /** Creates an account without a registration, or finds the one with this address. */
  createAccount(account: Account): Promise<Subject>;
}

/** The identity service for shops without a hosted one: Better Auth in our process, with its own tables. */
export async function embeddedIdentity(
  options: EmbeddedIdentityOptions,
): Promise<EmbeddedIdentity> {
  const { db } = options;
  const sandbox = options.google === 'sandbox' ? await loadGoogleSandbox(options) : undefined;
  const service =
    typeof options.google === 'object' ? realGoogle(options.google) : sandbox?.service;
  const google = service && reportingFailures(service, options.onGoogleFailure);
  const accounts = accountsOf(() => auth.$context);
  const tell = (event: IdentityEvent) => options.tell(issuer, event);
  const auth = makeAuth({
    ...options,
    google,
    onPasswordReset: async ({ id: subject, emailVerified }, from) => {
      await endCodes(db, subject);
      // Whoever had not proved the address may have linked a Google account of their own.
      if (!emailVerified) await accounts.dropWaysIn(subject, 'credential');
      await endSessions(db, subject);
      if (!emailVerified) {
        // The code came by mail, so using it confirms the address.
        await options.onFirstProof(issuer, subject, 'reset');
        await accounts.handOver(subject);
        await tell({ kind: 'address_confirmed', subject, from });
      }
      await options.onPasswordReset(issuer, subject);
      await tell({ kind: 'reset_done', subject, from });
    },
    onGoogleLinked: async (subject, from) => {
      if (!(await accounts.isUnprovenRegistration(subject))) return;
      await accounts.dropWaysIn(subject);
      await endSessions(db, subject);
      await options.onFirstProof(issuer, subject, 'google');
      await accounts.handOver(subject);
      await tell({ kind: 'address_confirmed', subject, from });
    },
  });
  const onProvenByLink: IdentityParts['onProvenByLink'] = async (subject, sessionId, from) => {
    await endOtherSessions(db, subject, sessionId);
    await options.onFirstProof(issuer, subject, 'link');
    await accounts.markVerified(subject);
    await tell({ kind: 'address_confirmed', subject, from });
  };
  const passwordQueue = makePasswordQueue(options.mode);
  const needsBetterPassword = (subject: string) => options.needsBetterPassword(issuer, subject);
  const parts = { ...options, auth, tell, onProvenByLink, passwordQueue, needsBetterPassword };
  await auth.$context;
  const hasGoogle = google !== undefined;
  return {
    google: hasGoogle,
    browser: { provider: 'embedded' },
    handlers: identityHandlers(parts, hasGoogle),
    mount: async (app) => {
      await sandbox?.mount(app);
      if (hasGoogle) mountGoogleCallback(app, parts);
    },
    verify: (idToken) => verified({ db, auth }, idToken),
    ...storedAccounts(options),
    createAccount: async (account) => ({ issuer, subject: await accounts.create(account) }),
  };
}

async function verified(
  { db, auth }: { db: Database; auth: Auth },
  idToken: string,
): Promise<VerifiedIdentity | undefined> {
  const checked = await verifyIdentityToken(idToken, {
    keys: createLocalJWKSet(await auth.api.getJwks()),
    issuer,
    audience,
    algorithms: ['EdDSA'],
    maxAgeSeconds: tokenSeconds,
  });
  return checked && stillSignedIn(db, checked);
}

/** A token would stay valid for minutes after a sign-out or reset, so its session is checked; by the system clock, as Better Auth does. */
async function stillSignedIn(
  db: Database,
  token: CheckedToken,
): Promise<VerifiedIdentity | undefined> {
  const { rows } = await sql<{ email: string; emailVerified: boolean; name: string }>`
    select u."email", u."emailVerified", u."name" from identity."session" s join identity."user" u on u."id" = s."userId"
    where s."id" = ${token.session ?? ''} and u."id" = ${token.subject} and s."expiresAt" > ${new Date()}`.execute(
    db,
  );
  const user = rows[0];
  const { issuer: from, subject, session = '' } = token;
  return (
    user && {
      issuer: from,
      subject,
      session,
      email: user.email,
      emailVerified: user.emailVerified,
      name: user.name,
    }
  );
}

/** Imported in the demo only: an OpenID provider in which anybody can sign in as anybody. */
async function loadGoogleSandbox(options: EmbeddedIdentityOptions): Promise<GoogleSandbox> {
  const { googleSandbox } = await import('./google-sandbox.ts');
  return googleSandbox(options);
}
