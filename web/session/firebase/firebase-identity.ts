import { initializeApp } from '@firebase/app';
import {
  applyActionCode,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  checkActionCode,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  initializeAuth,
  reauthenticateWithCredential,
  reload,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signOut,
  updatePassword,
  updateProfile,
  type Auth,
  type User,
} from '@firebase/auth';
import type { IdentityUser } from '#contract/identity.ts';
import type { FirebaseConfig } from '#contract/site.ts';
import { isLine } from '#contract/text-rules.ts';
import { identityMs, unreachable } from '#web/api/call.ts';
import type { HostedIdentity } from '#web/session/identity-service.ts';
import { firebaseCode, fromFirebase, hostedError } from './firebase-errors.ts';
import { firebaseGoogle } from './firebase-google.ts';

let opened: HostedIdentity | undefined;

/** The identity service of a Firebase project; `given` is the `identity` of `GET /site`, as JSON. */
export function openFirebase(given: string): HostedIdentity {
  return (opened ??= firebaseIdentity(authOf(JSON.parse(given) as FirebaseConfig)));
}

/** Only what the shop uses of the library: the account is kept in local storage, which tells other tabs of a sign-out. */
function authOf({ emulator, ...options }: FirebaseConfig): Auth {
  const auth = initializeAuth(initializeApp(options), {
    persistence: browserLocalPersistence,
    popupRedirectResolver: browserPopupRedirectResolver,
  });
  auth.languageCode = 'en';
  if (emulator !== undefined) connectAuthEmulator(auth, emulator, { disableWarnings: true });
  return auth;
}

/** The hosted service of these pages, by Firebase's own library. */
export function firebaseIdentity(auth: Auth): HostedIdentity {
  return {
    async currentUser() {
      const user = await answered(signedIn(auth));
      return user && asIdentity(user);
    },
    // Always a new one: it holds what has been confirmed or renamed since, and is refused for an account that ended.
    identityToken: () => answered(required(auth).then((user) => user.getIdToken(true))),
    sendVerificationEmail: () =>
      answered(required(auth).then((user) => sendEmailVerification(user))),
    endSession: () => answered(signOut(auth)),
    signIn: async ({ email, password }) =>
      asIdentity((await answered(signInWithEmailAndPassword(auth, email, password))).user),
    createAccount: async ({ email, password }) =>
      void (await answered(createUserWithEmailAndPassword(auth, email, password))),
    setDisplayName: (displayName) =>
      answered(required(auth).then((user) => updateProfile(user, { displayName }))),
    async requestPasswordReset(email) {
      await answered(sendPasswordResetEmail(auth, email).catch(unlessUnknown));
    },
    async resetPassword(code, newPassword) {
      await answered(confirmPasswordReset(auth, code, newPassword));
      // Its session has ended at the service.
      await answered(signOut(auth));
    },
    verifyEmail: (code, password) => answered(confirmAddress(auth, code, password)),
    changePassword: (current, chosen) => answered(replacePassword(auth, current, chosen)),
    async hasPassword() {
      const user = await answered(required(auth));
      return signsInByPassword(user);
    },
    ...firebaseGoogle(auth),
  };
}

/** Waits for the service's answer, and turns its refusals into those of the shop. */
async function answered<Answer>(work: Promise<Answer>): Promise<Answer> {
  const silence = new Promise<never>((_, reject) =>
    AbortSignal.timeout(identityMs).addEventListener('abort', () => reject(unreachable())),
  );
  try {
    return await Promise.race([work, silence]);
  } catch (error) {
    throw fromFirebase(error);
  }
}

async function signedIn(auth: Auth): Promise<User | undefined> {
  await auth.authStateReady();
  return auth.currentUser ?? undefined;
}

async function required(auth: Auth): Promise<User> {
  const user = await signedIn(auth);
  if (user === undefined) throw hostedError('sign_in_required');
  return user;
}

function asIdentity({ email, displayName, emailVerified }: User): IdentityUser {
  const address = email?.toLowerCase() ?? '';
  // Another provider's name may be one that the shop would refuse, and the sign-in with it.
  const name =
    displayName && isLine(displayName, 120) ? displayName : (address.split('@')[0] ?? '');
  return { email: address, name, emailVerified };
}

const signsInByPassword = ({ providerData }: User): boolean =>
  providerData.some(({ providerId }) => providerId === EmailAuthProvider.PROVIDER_ID);

/** Nobody learns from this form who has an account. */
function unlessUnknown(error: unknown): void {
  if (firebaseCode(error) !== 'user-not-found') throw error;
}

/**
 * Confirms the address of a mailed code, but only for whoever is signed in with it or types its password: somebody else may have
 * registered with the address of whoever reads the mail (docs/decisions/0016).
 */
async function confirmAddress(auth: Auth, code: string, password: string): Promise<void> {
  const before = await signedIn(auth);
  const { data } = await checkActionCode(auth, code).catch(async (error: unknown) => {
    // A code that was used is answered like one that never was.
    if (before && firebaseCode(error) === 'invalid-action-code') {
      await reload(before);
      if (before.emailVerified) throw hostedError('email_verified');
    }
    throw error;
  });
  const address = data.email?.toLowerCase() ?? '';
  if (before?.email?.toLowerCase() !== address) {
    if (password === '') throw hostedError('proof_needed');
    await signInWithEmailAndPassword(auth, address, password).catch(wrongPassword);
  }
  await applyActionCode(auth, code);
  await reload(await required(auth));
}

async function replacePassword(auth: Auth, current: string, chosen: string): Promise<void> {
  const user = await required(auth);
  if (user.email === null || !signsInByPassword(user)) throw hostedError('no_password');
  const { email } = user;
  const prove = (password: string) =>
    reauthenticateWithCredential(user, EmailAuthProvider.credential(email, password));
  await prove(current).catch(wrongPassword);
  await updatePassword(user, chosen);
  // Every sign-in of before has ended, also the one of a second ago.
  await prove(chosen);
}

/** Where the account is known, it is the password that is wrong. */
function wrongPassword(error: unknown): never {
  throw firebaseCode(error) === 'invalid-credential' ? hostedError('wrong_password') : error;
}
