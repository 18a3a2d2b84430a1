import { call, unreachable } from '#web/api/call.ts';
import type { HostedIdentity, IdentitySession } from './identity-service.ts';

/** Whether a hosted service signs people in. Every page of such a shop says in its first tag how it is reached. */
export const isHosted = (): boolean => config() !== undefined;

const config = () => document.documentElement.dataset['identity'];

/** The hosted identity service, which is loaded when it is asked something; undefined where the shop has its own. */
export async function hostedIdentity(): Promise<HostedIdentity | undefined> {
  const given = config();
  if (given === undefined) return undefined;
  const { openFirebase } = await import('#web/session/firebase/firebase-identity.ts').catch(() => {
    throw unreachable();
  });
  return openFirebase(given);
}

const embedded: IdentitySession = {
  currentUser: async () => (await call('getSession', {})).user ?? undefined,
  identityToken: async () => (await call('getIdentityToken', {})).token,
  endSession: async () => void (await call('endSession', { body: {} }, { keepalive: true })),
};

/** The session of this browser at the identity service. */
export const identitySession = async (): Promise<IdentitySession> =>
  (await hostedIdentity()) ?? embedded;

/** Who is signed in at the identity service; undefined when nobody is. */
export const currentUser = async () => (await identitySession()).currentUser();

/** Ends the service's session of this browser, also when the page is left meanwhile. */
export const endIdentitySession = async () => (await identitySession()).endSession();
