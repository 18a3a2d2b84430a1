/** Why the identity service did not do what was asked. */
export type IdentityFault =
  | 'user-not-found'
  | 'wrong-password'
  | 'invalid-credential'
  | 'email-in-use'
  | 'weak-password'
  | 'password-too-long'
  | 'invalid-email'
  | 'link-invalid'
  | 'email-verified'
  | 'proof-needed'
  | 'common-password'
  | 'no-password'
  | 'address-unconfirmed'
  | 'wrong-code'
  | 'code-step-over'
  | 'code-needed'
  | 'second-factor-on'
  | 'second-factor-off'
  | 'signed-out'
  | 'popup-closed'
  | 'popup-blocked'
  | 'provider-unavailable'
  | 'email-unverified'
  | 'too-many-requests'
  | 'device-unknown'
  | 'busy'
  | 'network'
  | 'unknown';

/** A refusal or failure of the identity service; `message` is a sentence people may read. */
export class IdentityError extends Error {
  override readonly name = 'IdentityError';
  readonly fault: IdentityFault;

  constructor(fault: IdentityFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** Somebody signed in at the identity service. */
export interface IdentityUser {
  readonly email: string;
  readonly name: string;
  readonly emailVerified: boolean;
}

/** What the pages ask of an identity service, whichever it is. Every call rejects with an `IdentityError`. */
export interface BrowserIdentity {
  /** Who is signed in; undefined when nobody is. */
  current(): Promise<IdentityUser | undefined>;
  /** Undefined when the account's second factor is asked for next. */
  signIn(credentials: {
    readonly email: string;
    readonly password: string;
  }): Promise<IdentityUser | undefined>;
  /** Ends a sign-in that asked for a code: by one of the app, or a recovery code. */
  signInByCode(code: string): Promise<IdentityUser>;
  /** Makes the account, requests the verification mail, sets the display name and signs in (Spec §2: Register). */
  register(account: {
    readonly name: string;
    readonly email: string;
    readonly password: string;
  }): Promise<IdentityUser>;
  /** Requests another verification mail for whoever is signed in. */
  sendVerificationEmail(): Promise<void>;
  /** Rejects with a plain 'No user is logged in' when nobody is signed in (Spec §8). */
  setDisplayName(name: string): Promise<void>;
  /** Requests a mail with a link to a new password; the same for an unknown account, which gets none. */
  sendPasswordReset(email: string): Promise<void>;
  /**
   * Confirms an address by the code of a verification mail, for whoever is signed in as it or gives the account's password,
   * and is signed in then. Rejects with `proof-needed` when neither is so, with `email-verified` when it was done before.
   */
  verifyEmail(code: string, password?: string): Promise<void>;
  /** Sets a new password by the code of a reset mail. */
  resetPassword(code: string, newPassword: string): Promise<void>;
  /** Makes this browser known to an account by the code of a mail. */
  confirmDevice(code: string): Promise<void>;
  /**
   * Must be called in the click itself, or browsers block the popup. Undefined when the page is being left for Google instead.
   * Rejects with `code-needed` when the account's second factor is asked for next.
   */
  signInWithGoogle(signal: AbortSignal): Promise<IdentityUser | undefined>;
  /** A fresh identity token; undefined when nobody is signed in. */
  getIdToken(): Promise<string | undefined>;
  signOut(): Promise<void>;
}
