import type { SecurityEventKind } from '#contract/security-events.ts';
import type { RequestSource } from '#server/http/request-source.ts';

/** Who the identity service says somebody is. */
export interface VerifiedIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** Trimmed, NFC, lower case. */
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string | undefined;
  /** The service's session that the token was issued in: access tokens end with it. */
  readonly session: string;
}

/**
 * How somebody showed for the first time that an account's address is theirs. By the link of a confirmation mail it was
 * the person who registered; by a reset or Google it may be somebody else, and what the account held before is not theirs.
 */
export type Proof = 'link' | 'reset' | 'google';

/** Something that happened to how an account is entered, for the shop's security events. */
export type IdentityEvent = {
  readonly kind: SecurityEventKind;
  /** Where it was asked for; undefined at the command line. */
  readonly from: RequestSource | undefined;
} & (
  | { readonly subject: string }
  /** What somebody typed, of an account or not. */
  | { readonly email: string }
);

/** What the shop asks of an identity service. */
export interface Identity {
  /** Checks an identity token: signature, issuer, audience, age. Undefined when it proves nothing. */
  verify(idToken: string): Promise<VerifiedIdentity | undefined>;
  /** Ends every session of an account, also one that is being made; its access tokens end with them. */
  endSessions(subject: string): Promise<void>;
  /**
   * Forgets an account with all that was kept about it, its sessions first; one that is not there is forgotten already.
   * `onlyUnconfirmed`: unless its address has been proven meanwhile.
   */
  deleteAccount(subject: string, options?: { readonly onlyUnconfirmed?: true }): Promise<void>;
  /** Subjects registered for so many days whose address nobody has proven; each time others, when there are more than `most`. */
  listUnconfirmed(wanted: { readonly forDays: number; readonly most: number }): Promise<string[]>;
  /** Forgets sessions and codes that have ended, some at a time; called every minute. */
  forgetEnded(): Promise<void>;
  /** Whether 'Continue with Google' works here. */
  readonly google: boolean;
}
