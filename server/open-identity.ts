import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { CallName } from '#contract/api.ts';
import type { identityCalls } from '#contract/identity-calls.ts';
import type { Clock } from './clock.ts';
import type { Handlers } from '#server/http/serve.ts';
import type { ShopMetrics } from '#server/metrics/shop-metrics.ts';
import { endAll } from '#server/orders/end-orders.ts';
import { recordSecurityEvent } from '#server/security-events/store.ts';
import type { Database, Shop } from './shop.ts';
import type { PartiesOfCommand, ShopMode } from '#server/start/third-party-config.ts';
import type { Account } from '#server/third-parties/identity/embedded/accounts.ts';
import { embeddedIdentity } from '#server/third-parties/identity/embedded/embedded-identity.ts';
import { storedAccounts } from '#server/third-parties/identity/embedded/stored-accounts.ts';
import type { ScryptCost } from '#server/third-parties/identity/embedded/scrypt.ts';
import type { IdentitySecrets } from '#server/third-parties/identity/embedded/secrets.ts';
import { firebaseIdentity } from '#server/third-parties/identity/firebase/firebase-identity.ts';
import type { FirebaseProject } from '#server/third-parties/identity/firebase/project.ts';
import type {
  Identity,
  IdentityEvent,
  Proof,
  Subject,
} from '#server/third-parties/identity/port.ts';
import { afterFirstProof } from '#server/users/after-first-proof.ts';
import { findUserId, hasAdminRole } from '#server/users/store.ts';
import { deleteTokensOfSubject } from '#server/users/token-store.ts';

type IdentityCall = CallName & keyof typeof identityCalls;

/** The identity service of a shop. */
export interface OpenedIdentity extends Identity {
  /** Its calls; a hosted service has none in the shop. */
  readonly handlers: Partial<Handlers<IdentityCall>>;
  /** Registers the routes of the embedded service's Google sign-in. */
  mount(app: FastifyInstance): Promise<void>;
  /** Creates an account without a registration, or finds the one with this address. */
  createAccount(account: Account): Promise<Subject>;
}

interface IdentityIngredients {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly publicUrl: string;
  readonly mode: ShopMode;
  readonly parties: Pick<PartiesOfCommand, 'identity' | 'google'>;
  readonly secrets: IdentitySecrets;
  readonly passwordCost: ScryptCost;
  readonly metrics: Pick<ShopMetrics, 'providerFailed'>;
  /** The shop, which is there before anybody signs in. */
  readonly shop: () => Shop;
}

/** Opens the identity service and connects its events to the shop. */
export function openIdentity(from: IdentityIngredients): Promise<OpenedIdentity> {
  const { identity } = from.parties;
  return identity === 'embedded'
    ? openEmbedded(from)
    : Promise.resolve(openFirebase(from, identity));
}

function openEmbedded(from: IdentityIngredients): Promise<OpenedIdentity> {
  const { db, mode, metrics, parties } = from;
  return embeddedIdentity({
    ...from,
    google: parties.google,
    onGoogleFailure: () => metrics.providerFailed('google'),
    // Only admins of a live shop: the specification allows everybody else any password of six characters.
    needsBetterPassword: async (issuer, subject) =>
      mode === 'live' && hasAdminRole(db, { issuer, subject }),
    onPasswordReset: (issuer, subject) => deleteTokensOfSubject(db, { issuer, subject }),
    onFirstProof: async (issuer, subject, proof) =>
      void (await proven(from, { issuer, subject }, { proof })),
    tell: teller(from),
  });
}

function openFirebase(from: IdentityIngredients, project: FirebaseProject): OpenedIdentity {
  const firebase = firebaseIdentity({
    ...from,
    project,
    onFailure: () => from.metrics.providerFailed('firebase'),
    onProven: (account, how) => proven(from, account, how),
    // Of an account that the shop does not know yet, coming in tells that it registered.
    tell: teller(from, { unknownToo: false }),
  });
  // Accounts from before the shop changed to Firebase: nobody signs in to them, but they may be closed.
  const stored = storedAccounts(from);
  return {
    ...firebase,
    handlers: {},
    mount: () => Promise.resolve(),
    async endSessions(account) {
      await stored.endSessions(account);
      await firebase.endSessions(account);
    },
    deletes: [...stored.deletes, ...firebase.deletes],
    async deleteAccount(account, which) {
      await stored.deleteAccount(account, which);
      await firebase.deleteAccount(account, which);
    },
    listUnconfirmed: stored.listUnconfirmed,
    forgetEnded: async (most) =>
      Math.max(await stored.forgetEnded(most), await firebase.forgetEnded(most)),
  };
}

/** An address is confirmed: answers whether the shop learns it just now. */
async function proven(
  { shop }: IdentityIngredients,
  account: Subject,
  how: { readonly proof: Proof; readonly email?: string },
): Promise<boolean> {
  const { isFirst, ending } = await afterFirstProof(shop(), account, how);
  await endAll(shop(), ending);
  return isFirst;
}

/** Records what happened to an account as a security event. */
function teller({ db, shop }: IdentityIngredients, { unknownToo = true } = {}) {
  return async (issuer: string, event: IdentityEvent): Promise<void> => {
    const account = 'email' in event ? { email: event.email } : { issuer, subject: event.subject };
    const userId = await findUserId(db, account).catch(() => undefined);
    if (userId === undefined && !unknownToo) return;
    await recordSecurityEvent(shop(), { kind: event.kind, userId, from: event.from });
  };
}
