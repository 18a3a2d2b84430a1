import { createHmac } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { buildApp, type AppParts } from './app.ts';
import { minutelyWork } from '#server/background/minutely-work.ts';
import { endAll } from '#server/orders/end-orders.ts';
import { cardEventsPath } from '#server/payments/card-events.ts';
import type { Clock } from './clock.ts';
import type { Database as OpenDatabase } from '#server/db/open.ts';
import { migrationsPending } from '#server/db/migrate.ts';
import { networkOf } from '#server/http/network-address.ts';
import { recordSecurityEvent } from '#server/security-events/store.ts';
import type { Shop } from './shop.ts';
import type { Deliver } from '#server/third-parties/cards/sandbox/events.ts';
import type {
  SandboxCards,
  SandboxSetup,
} from '#server/third-parties/cards/sandbox/sandbox-cards.ts';
import { chooseCards, chooseImages, chooseMailer } from '#server/start/providers.ts';
import {
  embeddedIdentity,
  type EmbeddedIdentity,
} from '#server/third-parties/identity/embedded/embedded-identity.ts';
import { standardCost, type ScryptCost } from '#server/third-parties/identity/embedded/scrypt.ts';
import { mailSender } from '#server/mails/send-mails.ts';
import { sandboxes, type ShopMode, type ThirdParties } from '#server/start/third-party-config.ts';
import { afterFirstProof } from '#server/users/after-first-proof.ts';
import { findUserId, hasAdminRole } from '#server/users/store.ts';
import { deleteTokensOfSubject } from '#server/users/token-store.ts';
import { variables } from '#server/start/variables.ts';

/** What a shop is assembled from: its database, its address and its secret. */
export interface Ingredients {
  readonly database: Pick<OpenDatabase, 'db'>;
  readonly clock: Clock;
  readonly logger: FastifyBaseLogger;
  readonly publicUrl: string;
  /** The demo when not given. */
  readonly mode?: ShopMode;
  /** The shop's own sandboxes when not given. */
  readonly thirdParties?: ThirdParties;
  /** Proxies that may say whom a request comes from. */
  readonly trustedProxies?: readonly string[];
  /** Whether HSTS holds for every name below the shop's own. */
  readonly hstsSubdomains?: boolean;
  /** The folder that outlives the process; pictures are kept in it. */
  readonly dataDir: string;
  /** Everything the identity service signs or seals hangs on this. */
  readonly identitySecret: string;
  readonly contact: Shop['contact'];
  readonly orderHoldHours: number;
  /** The standard of its variable when not given. */
  readonly unpaidPerNetwork?: number;
  /** Days that an admin of a live shop has to turn a second factor on. */
  readonly adminFactorGraceDays: number;
  readonly demoAccounts: Shop['demoAccounts'];
  /** What hashing a password costs: less, in tests that are about something else. */
  readonly passwordCost?: ScryptCost;
  readonly isOpen: () => boolean;
  readonly pages?: AppParts['pages'];
  /** Stands between the shop and its card provider: how tests make it fail. */
  readonly through?: SandboxSetup['through'];
}

/** A shop that is ready to listen. */
export interface Assembled {
  readonly app: FastifyInstance;
  readonly shop: Shop;
  /** Undefined when a hosted provider takes the cards. */
  readonly cardSandbox: SandboxCards | undefined;
  readonly identity: EmbeddedIdentity;
  /** From here on the sandbox's messages come in; the demo's history is paid before, and is no news. */
  hearCardEvents(): Deliver;
  /** Sends the mails that are due; called every few seconds. */
  sendMails(): Promise<void>;
  /** What has to be done every minute: finish payments, and send again what the sandbox could not deliver. */
  everyMinute(): Promise<void>;
  /** The shop closes: its own work waits for nobody any more and begins nothing. */
  endWork(): Promise<void>;
}

/** Puts the shop together: the real app and the real client libraries, over third parties in this process where there is no account. */
export async function assemble(from: Ingredients): Promise<Assembled> {
  const { clock, logger, publicUrl, thirdParties = sandboxes } = from;
  const { db } = from.database;
  const closing = new AbortController();
  // Every question under way listens.
  setMaxListeners(0, closing.signal);
  const { mounts, sandbox, ...providers } = await chooseCards(thirdParties.cards, {
    db,
    clock,
    ending: closing.signal,
    ...(from.through ? { through: from.through } : {}),
  });
  const { images, ...image } = chooseImages(thirdParties.images, from.dataDir);
  const mails = mailSender({ db, clock, log: logger, mailer: chooseMailer(thirdParties.mail) });
  const identity = await openIdentity(from, () => shop);
  const { app, shop } = await buildApp({
    shop: { ...settingsOf(from), ...providers, db, clock, publicUrl, identity, images },
    logger,
    readiness: {
      isOpen: from.isOpen,
      databaseReady: async () => (await migrationsPending(db)).length === 0,
    },
    identityHandlers: identity.handlers,
    mounts: [
      identity.mount,
      ...mounts,
      ...image.mounts,
      async (scope) => void scope.addHook('onClose', () => mails.stop()),
    ],
    door: {
      trustedProxies: from.trustedProxies ?? [],
      hstsSubdomains: from.hstsSubdomains ?? false,
    },
    ...(from.pages ? { pages: from.pages } : {}),
  });
  return {
    app,
    shop,
    cardSandbox: sandbox,
    identity,
    hearCardEvents() {
      const toShop = messagesTo(app);
      sandbox?.deliverTo(toShop);
      return toShop;
    },
    sendMails: () => mails.sendDue(),
    async everyMinute() {
      await sandbox?.sendEvents();
      await minutelyWork(shop, closing.signal);
      await mails.sendDue();
    },
    endWork() {
      closing.abort();
      return mails.stop();
    },
  };
}

/** What the shop itself was told to be. */
function settingsOf(from: Ingredients) {
  const { mode = 'demo', contact, orderHoldHours, demoAccounts, identitySecret } = from;
  return {
    mode,
    contact,
    orderHoldHours,
    demoAccounts,
    unpaidPerNetwork: from.unpaidPerNetwork ?? Number(variables.UNPAID_ORDERS_PER_NETWORK.default),
    adminFactorGraceDays: mode === 'live' ? from.adminFactorGraceDays : undefined,
    paymentMark: markOf(identitySecret),
    networkHash: networkHashWith(identitySecret),
  };
}

/** The identity service, and what the shop does about what happens there. */
function openIdentity(from: Ingredients, shop: () => Shop): Promise<EmbeddedIdentity> {
  const { clock, publicUrl, mode = 'demo', thirdParties = sandboxes } = from;
  const { db } = from.database;
  return embeddedIdentity({
    db,
    clock,
    log: from.logger,
    publicUrl,
    mode,
    passwordCost: from.passwordCost ?? standardCost,
    secret: from.identitySecret,
    google: thirdParties.google,
    // Only who has power in a live shop: the specification lets everybody else have any password of six characters.
    needsBetterPassword: async (issuer, subject) =>
      mode === 'live' && hasAdminRole(db, { issuer, subject }),
    onPasswordReset: (issuer, subject) => deleteTokensOfSubject(db, { issuer, subject }),
    onFirstProof: async (issuer, subject, proof) =>
      endAll(shop(), await afterFirstProof(shop(), { issuer, subject }, proof)),
    tell: async (issuer, event) => {
      const account =
        'email' in event ? { email: event.email } : { issuer, subject: event.subject };
      const userId = await findUserId(db, account).catch(() => undefined);
      await recordSecurityEvent(shop(), { kind: event.kind, userId, from: event.from });
    },
  });
}

/** What this shop's payments carry: made of its secret, so that copies share it and a new address does not change it. */
function markOf(secret: string): string {
  return createHmac('sha256', secret).update('payments').digest('base64url');
}

/** Without the key, a table of hashed IPv4 addresses would be read by trying them all. */
function networkHashWith(secret: string): Shop['networkHash'] {
  const key = createHmac('sha256', secret).update('network addresses').digest();
  return (address) =>
    address === ''
      ? undefined
      : createHmac('sha256', key).update(networkOf(address)).digest('base64url').slice(0, 22);
}

/** Brings the provider's messages as they would come over the network. */
function messagesTo(app: FastifyInstance): Deliver {
  return async (payload, signature) => {
    const answer = await app.inject({
      method: 'POST',
      url: cardEventsPath,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload,
    });
    if (answer.statusCode !== 200)
      throw new Error(`The shop answered ${answer.statusCode} to a message of the card provider.`);
  };
}
