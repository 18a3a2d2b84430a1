import type { IdentityUser } from '#contract/identity.ts';
import type { GoogleEnd } from './google-popup.ts';

/** Somebody's address and password, as they are sent. */
interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** What every page may ask of the identity service. Each call rejects with an `ApiError`. */
export interface IdentitySession {
  /** Who is signed in at the service in this browser; undefined when nobody is. */
  currentUser(): Promise<IdentityUser | undefined>;
  /** A fresh identity token of the signed-in account, for `PUT /users/{email}`. */
  identityToken(): Promise<string>;
  /** Ends the service's session of this browser, also when the page is left meanwhile. */
  endSession(): Promise<unknown>;
}

/** What the sign-in pages and My Profile ask of it besides. Each call rejects with an `ApiError`. */
export interface IdentityAccounts {
  /** Signs in with a password; undefined when the service asks for a code next. */
  signIn(typed: Credentials): Promise<IdentityUser | undefined>;
  /** Mails the signed-in account, whose address this is, a link to confirm it. */
  sendVerificationEmail(email: string): Promise<unknown>;
  /** Sets the display name of the signed-in account. */
  setDisplayName(name: string): Promise<unknown>;
  /** Mails a link to choose a new password; succeeds for an unknown address, too. */
  requestPasswordReset(email: string): Promise<unknown>;
  /** Sets a new password by the code of a mailed link, which ends every session of the account. */
  resetPassword(code: string, newPassword: string): Promise<unknown>;
  /** Confirms an address by the code of a mailed link, for whoever is signed in with it or types its password (not empty). */
  verifyEmail(code: string, password: string): Promise<unknown>;
  /** Changes the password by the current one, which ends every other session of the account. */
  changePassword(current: string, chosen: string): Promise<unknown>;
}

/** A hosted service. It has what the embedded one does in one request, and Google, in steps of its own. */
export interface HostedIdentity extends IdentitySession, IdentityAccounts {
  /** Makes an account without a name and signs in. */
  createAccount(typed: Credentials): Promise<void>;
  /** False for an account that signs in with Google only. */
  hasPassword(): Promise<boolean>;
  /** Signs in with Google in a popup, on this page if popups are blocked; 'leaving' when another attempt replaces this one. */
  signInWithGoogle(): Promise<GoogleEnd | 'leaving'>;
  /** The end of a sign-in with Google that this page left for; undefined when there was none. */
  googleReturn(): Promise<GoogleEnd | 'leaving' | undefined>;
}
