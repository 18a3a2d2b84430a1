import type { Identity, Subject } from '#server/third-parties/identity/port.ts';
import { managedAccounts } from './accounts.ts';
import { authorityOf } from './authority.ts';
import { fail, type Wire } from './call-firebase.ts';
import { signInCheck, type SignInParts } from './check-sign-in.ts';
import { configOf, issuerOf } from './project.ts';
import { endSessionsUntil, forgetAccount, forgetSessions } from './sessions.ts';

interface FirebaseSetup extends SignInParts {
  /** Called when an answer is of no use. */
  readonly onFailure: () => void;
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

/** The identity service of a Firebase project. What the shop asks of it and why: docs/decisions/0066. */
export function firebaseIdentity(setup: FirebaseSetup): FirebaseIdentity {
  const { db, log, project, onFailure } = setup;
  const issuer = issuerOf(project.projectId);
  const wire: Wire = { onFailure, patienceMs: project.patienceMs ?? patienceMs };
  const authority = authorityOf(wire, project);
  const managed = authority && managedAccounts(wire, project, authority);
  const isOwn = (account: Subject) => account.issuer === issuer;
  return {
    google: true,
    browser: { provider: 'firebase', ...configOf(project) },
    verify: signInCheck(setup, wire, issuer),
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
