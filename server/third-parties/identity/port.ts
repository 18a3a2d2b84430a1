import type { SecurityEventKind } from '#contract/security-events.ts';
import type { Site } from '#contract/site.ts';
import type { RequestSource } from '#server/http/request-source.ts';

/** An account at an identity service. Two services may give the same subject to different people. */
export interface Subject {
  readonly issuer: string;
  readonly subject: string;
}

/** Who the identity service says somebody is. */
export interface VerifiedIdentity extends Subject {
  /** Trimmed, NFC, lower case. */
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string | undefined;
  /** The service's session that the token was issued in: access tokens end with it. */
  readonly session: string;
  /** Hours after which the service has to be asked again, because it does not tell the shop that a session has ended. */
  readonly mostHours?: number;
}

/**
 * How an account's address was confirmed for the first time. By the link of a confirmation mail it was the person who
 * registered; by a reset or Google it may be somebody else, to whom the account's earlier data must not pass.
 */
export type Proof = 'link' | 'reset' | 'google';

/** A sign-in, or a change of how an account signs in, for the shop's security events. */
export type IdentityEvent = {
  readonly kind: SecurityEventKind;
  /** Undefined at the command line. */
  readonly from: RequestSource | undefined;
} & (
  | { readonly subject: string }
  /** As typed; there may be no such account. */
  | { readonly email: string }
);

/** What the shop asks of an identity service. */
export interface Identity {
  /**
   * Checks an identity token: signature, issuer, audience, age, and that the sign-in has not ended. Undefined when it is not
   * valid; refuses with `unavailable` when a hosted service does not answer. `from` is for the security events.
   */
  verify(idToken: string, from?: RequestSource): Promise<VerifiedIdentity | undefined>;
  /** Ends every session of an account, also those of sign-ins under way; its access tokens end with them. */
  endSessions(account: Subject): Promise<void>;
  /** The issuers whose accounts the shop can delete. */
  readonly deletes: readonly string[];
  /**
   * Deletes an account of one of these issuers and everything stored about it; idempotent. `onlyUnconfirmed`: unless its
   * address has been confirmed meanwhile.
   */
  deleteAccount(account: Subject, options?: { readonly onlyUnconfirmed?: true }): Promise<void>;
  /** Accounts registered for so many days with an unconfirmed address; different ones each time when there are more than `most`. */
  listUnconfirmed(wanted: { readonly forDays: number; readonly most: number }): Promise<Subject[]>;
  /** Deletes expired sessions, expired codes and forgotten browsers, at most so many of each; answers the largest of the counts. */
  forgetEnded(most: number): Promise<number>;
  /** Whether 'Continue with Google' works here. */
  readonly google: boolean;
  /** How pages reach the service. */
  readonly browser: Site['identity'];
}
