import type { FirebaseConfig } from '#contract/site.ts';

/** A Google service account, which may end sessions and delete accounts of the project. */
export interface ServiceAccount {
  readonly email: string;
  readonly keyId: string | undefined;
  /** PKCS #8, as PEM. */
  readonly privateKey: string;
}

/** How ids of projects are written. */
export const projectIdPattern = /^[a-z][a-z\d-]{4,28}[a-z\d]$/;

/** Who issues the identity tokens of a project. */
export const issuerOf = (projectId: string) => `https://securetoken.google.com/${projectId}`;

/** A Firebase project that signs people in. */
export interface FirebaseProject {
  readonly projectId: string;
  /** Public: every page has it. */
  readonly apiKey: string;
  /** Where Firebase's own pages are, such as the one that a Google sign-in comes back to. */
  readonly authDomain: string;
  /** An Auth emulator on this machine instead of Firebase; never in a live shop, because its tokens are not signed. */
  readonly emulator: URL | undefined;
  readonly serviceAccount: ServiceAccount | undefined;
  /** Other addresses than Google's, for tests. */
  readonly addresses?: Partial<FirebaseAddresses>;
  /** Milliseconds until an answer counts as none; default: 5,000. */
  readonly patienceMs?: number;
  /** Milliseconds between two looks for a key that is not known; default: 30,000. */
  readonly keysCooldownMs?: number;
}

/** Where the calls go; without a slash at the end. */
export interface FirebaseAddresses {
  readonly identityToolkit: string;
  /** The public keys of identity tokens, as a JWK set. */
  readonly keys: string;
  /** Where a service account gets its tokens. */
  readonly tokens: string;
}

/** Google's, or those of the emulator. */
export function addressesOf({ emulator, addresses }: FirebaseProject): FirebaseAddresses {
  const google = {
    identityToolkit: 'https://identitytoolkit.googleapis.com',
    keys: 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
    tokens: 'https://oauth2.googleapis.com/token',
    ...addresses,
  };
  return emulator === undefined
    ? google
    : { ...google, identityToolkit: `${emulator.origin}/identitytoolkit.googleapis.com` };
}

/** What pages need of it. */
export function configOf(project: FirebaseProject): FirebaseConfig {
  const { apiKey, authDomain, projectId, emulator } = project;
  return { apiKey, authDomain, projectId, ...(emulator && { emulator: emulator.origin }) };
}
