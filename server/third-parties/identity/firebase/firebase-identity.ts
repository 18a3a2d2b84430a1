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
import { findByToken, managedAccounts, type FirebaseAccount } from './accounts.ts';
import { authorityOf } from './authority.ts';
import { boundedFetch, fail, type Wire } from './call-firebase.ts';
import { addressesOf, type FirebaseProject } from './project.ts';
import {
  beginSession,
  endSessionsUntil,
  forgetAccount,
  forgetSessions,
  sessionHours,
  type SignedIn,
} from './sessions.ts';

interface FirebaseSetup extends Pick<Wire, 'onFailure'> {
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

/** The port, and a way to create the demo's accounts. */
export interface FirebaseIdentity extends Identity {
  /** Creates an account without a registration, or finds the one with this address. Refuses with `unavailable` without authority. */
  createAccount(account: {
    readonly name: string;
    readonly email: string;
    readonly password: string;
    readonly verified: boolean;
  }): Promise<Subject>;
}

/** Somebody waits at a page for the answer. */
const patienceMs = 5000;

/** How long Google's tokens are valid. */
const tokenSeconds = 3600;

/** Google announces new keys days before it signs with them. */
const keysMs = 3600_000;

/** The identity service of a Firebase project. What the shop asks of it and why: docs/decisions/0066. */
export function firebaseIdentity(setup: FirebaseSetup): FirebaseIdentity {
  const { db, log, project } = setup;
  const issuer = `https://securetoken.google.com/${project.projectId}`;
  const wire: Wire = { ...setup, patienceMs: project.patienceMs ?? patienceMs };
  const rules = rulesOf(wire, project, issuer);
  const authority = authorityOf(wire, project);
  const managed = authority && managedAccounts(wire, project, authority);
  const isOwn = (account: Subject) => account.issuer === issuer;
  const { emulator, projectId, apiKey, authDomain } = project;

  async function verify(
    idToken: string,
    from?: RequestSource,
  ): Promise<VerifiedIdentity | undefined> {
    const token = await verifyIdentityToken(idToken, rules).catch((error: unknown) =>
      fail(wire, `gave no keys (${error instanceof errors.JOSEError ? error.code : 'no answer'})`),
    );
    if (token?.signedInAt === undefined) return undefined;
    const { subject, signedInAt } = token;
    const account = await findByToken(wire, project, idToken);
    if (account?.subject !== subject || account.disabled || account.validSince > signedInAt)
      return undefined;
    return letIn(account, { issuer, subject, signedInAt }, from);
  }

  async function letIn(
    { email, emailVerified, name, proof, validSince }: FirebaseAccount,
    signIn: SignedIn,
    from: RequestSource | undefined,
  ): Promise<VerifiedIdentity | undefined> {
    const { subject, signedInAt } = signIn;
    // After a new password nobody else can renew a token: those of before end at once.
    await endSessionsUntil(db, { ...signIn, signedInAt: validSince - 1 });
    const begun = await beginSession(db, signIn);
    if (begun === undefined) return undefined;
    if (emailVerified && (await setup.onProven(signIn, { proof, email }))) {
      // Of whoever had only the password of before. One that was signed in to by link has no other.
      if (proof !== 'link') await endSessionsUntil(db, { ...signIn, signedInAt: signedInAt - 1 });
      await setup.tell(issuer, { kind: 'address_confirmed', subject, from });
    }
    if (begun.isNew) await setup.tell(issuer, { kind: 'sign_in_done', subject, from });
    const { session } = begun;
    return { issuer, subject, email, emailVerified, name, session, mostHours: sessionHours };
  }

  return {
    google: true,
    browser: {
      provider: 'firebase',
      apiKey,
      authDomain,
      projectId,
      ...(emulator && { emulator: emulator.origin }),
    },
    verify,
    endSessions: async (account) => {
      if (!isOwn(account)) return;
      const { subject } = account;
      const now = Math.floor(Date.now() / 1000);
      await endSessionsUntil(db, { issuer, subject, signedInAt: now });
      // The shop lets none of them in any more, whether or not Firebase hears of it.
      await managed
        ?.endSessions(subject, now)
        .catch((error: unknown) => log.warn({ err: error }, 'Firebase did not end sessions'));
    },
    deletes: managed ? [issuer] : [],
    deleteAccount: async (account, { onlyUnconfirmed = false } = {}) => {
      if (!isOwn(account) || managed === undefined) return;
      const { subject } = account;
      if (onlyUnconfirmed && (await managed.find({ localId: [subject] }))?.emailVerified) return;
      await managed.delete(subject);
      await forgetAccount(db, account);
    },
    // The project may sign people in elsewhere, too: the shop deletes only accounts that it knows.
    listUnconfirmed: () => Promise.resolve([]),
    forgetEnded: (most) => forgetSessions(db, most),
    createAccount: async ({ name, email, password, verified }) => {
      const about = { email, password, displayName: name, emailVerified: verified };
      const subject =
        (await managed?.create(about)) ?? (await managed?.find({ email: [email] }))?.subject;
      return { issuer, subject: subject ?? fail(wire, 'created no account') };
    },
  };
}

/** Google's tokens are signed, an emulator's are not: Firebase itself is asked about both. */
function rulesOf(wire: Wire, project: FirebaseProject, issuer: string): TokenRules {
  const { keys } = addressesOf(project);
  const signed = () =>
    createRemoteJWKSet(new URL(keys), {
      [customFetch]: (address, init) => boundedFetch(wire, address, init as RequestInit),
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
