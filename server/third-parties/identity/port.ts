import type { FastifyInstance } from 'fastify';

/** Who the identity service says somebody is. */
export interface VerifiedIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** Trimmed, NFC, lower case. */
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string | undefined;
}

/** What the shop asks of an identity service. */
export interface Identity {
  /** Checks an identity token: signature, issuer, audience, age. Undefined when it proves nothing. */
  verify(idToken: string): Promise<VerifiedIdentity | undefined>;
  /** Whether 'Continue with Google' works here. */
  readonly google: boolean;
  /** Registers the service's own addresses, when it lives in this process. */
  mount(app: FastifyInstance): Promise<void>;
}
