import { arrived, call } from '#web/api/call.ts';
import type { HostedIdentity, IdentitySession } from './identity-service.ts';

/** How a hosted identity service is reached, as the page's first tag says it; undefined where the shop has its own. */
const hosted = import.meta.env.SSR ? undefined : document.documentElement.dataset['identity'];

/** The hosted identity service, which is loaded when it is asked something. */
export async function hostedIdentity(): Promise<HostedIdentity | undefined> {
  return hosted === undefined
    ? undefined
    : (await arrived(import('#web/session/firebase/firebase-identity.ts'))).openFirebase(hosted);
}

const embedded: IdentitySession = {
  currentUser: async () => (await call('getSession', {})).user ?? undefined,
  identityToken: async () => (await call('getIdentityToken', {})).token,
  endSession: () => call('endSession', { body: {} }, { keepalive: true }),
};

/** The session of this browser at the identity service. */
export const identitySession = async (): Promise<IdentitySession> =>
  (await hostedIdentity()) ?? embedded;

/** Ends it, also when the page is left meanwhile. */
export const endIdentitySession = async () => (await identitySession()).endSession();
