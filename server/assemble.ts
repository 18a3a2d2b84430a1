import { createHmac } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { buildApp, type AppParts } from './app.ts';
import { fetchFromInternet } from '#server/imports/pictures/fetch-picture.ts';
import { workOnImports } from '#server/imports/work-on-imports.ts';
import { workOnDoctor } from '#server/doctor/work-on-doctor.ts';
import { minutelyTasks, minutelyWork } from '#server/background/minutely-work.ts';
import { shopMetrics, type ShopMetrics } from '#server/metrics/shop-metrics.ts';
import { watchProviders } from '#server/metrics/watch-providers.ts';
import { deliverTo } from '#server/payments/card-events.ts';
import type { Clock } from './clock.ts';
import type { Database as OpenDatabase } from '#server/db/open.ts';
import { databaseReadiness } from '#server/db/readiness.ts';
import { networkHashWith } from '#server/http/network-hash.ts';
import { openIdentity, type OpenedIdentity } from './open-identity.ts';
import type { Shop } from './shop.ts';
import type { Deliver } from '#server/third-parties/cards/sandbox/events.ts';
import type {
  SandboxCards,
  SandboxSetup,
} from '#server/third-parties/cards/sandbox/sandbox-cards.ts';
import { importsIn } from '#server/start/data-home.ts';
import { chooseCards, chooseImages, chooseMailer } from '#server/start/providers.ts';
import { standardCost, type ScryptCost } from '#server/third-parties/identity/embedded/scrypt.ts';
import type { IdentitySecrets } from '#server/third-parties/identity/embedded/secrets.ts';
import { mailSender } from '#server/mails/send-mails.ts';
import {
  sandboxes,
  type PartiesOfCommand,
  type ShopMode,
} from '#server/start/third-party-config.ts';
import { variables } from '#server/start/variables.ts';

/** What a shop is assembled from. */
export interface Ingredients {
  /** Default: the embedded engine, which needs more care. */
  readonly database: Pick<OpenDatabase, 'db' | 'pool'> & Partial<Pick<OpenDatabase, 'engine'>>;
  readonly clock: Clock;
  readonly logger: FastifyBaseLogger;
  readonly publicUrl: string;
  /** Default: demo. */
  readonly mode?: ShopMode;
  /** Default: the sandboxes. */
  readonly thirdParties?: PartiesOfCommand;
  /** Proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies?: readonly string[];
  /** Whether HSTS includes subdomains. */
  readonly hstsSubdomains?: boolean;
  /** The data folder; pictures are kept in it. */
  readonly dataDir: string;
  /** With which the identity service signs and encrypts. */
  readonly identitySecrets: IdentitySecrets;
  readonly contact: Shop['contact'];
  readonly orderHoldHours: number;
  /** Default: that of its environment variable. */
  readonly unpaidPerNetwork?: number;
  /** Default: that of its environment variable. */
  readonly keepHistoryDays?: number;
  readonly keepEventsDays?: number;
  /** Days that an admin of a live shop has to turn on a second factor. */
  readonly adminFactorGraceDays: number;
  readonly demoAccounts: Shop['demoAccounts'];
  /** Opens `/metrics` to whoever sends it; default: nobody. */
  readonly metricsToken?: string | undefined;
  /** What hashing a password costs; less in tests. */
  readonly passwordCost?: ScryptCost;
  /** Default: from the Internet. */
  readonly fetchPicture?: Shop['fetchPicture'];
  readonly isOpen: () => boolean;
  readonly pages?: AppParts['pages'];
  /** By which the shop knows its payments at the provider; default: one made of the secret. */
  readonly paymentMark?: string | undefined;
  /** Wraps the calls to the card sandbox, so that tests can make them fail. */
  readonly through?: SandboxSetup['through'];
}

/** A shop that is ready to listen. */
export interface Assembled {
  readonly app: FastifyInstance;
  readonly shop: Shop;
  /** Undefined with a real card provider. */
  readonly cardSandbox: SandboxCards | undefined;
  readonly identity: OpenedIdentity;
  /** From here on the sandbox's events are delivered. Demo data is loaded before, without events. */
  hearCardEvents(): Deliver;
  /** Sends the mails that are due; called every few seconds. */
  sendMails(): Promise<void>;
  workOnImports(): Promise<void>;
  /** Does the run of the doctor that an admin has asked for. */
  workOnDoctor(): Promise<void>;
  /** The background work of every minute: finish payments, deliver the sandbox's events again. */
  everyMinute(): Promise<void>;
  /** Ends the background work: aborts calls to third parties and starts nothing new. */
  endWork(): Promise<void>;
}

const mailsTask = 'sendMails';

/** Assembles the shop with real client libraries; third parties without an account are replaced by sandboxes in this process. */
export async function assemble(from: Ingredients): Promise<Assembled> {
  const { clock, logger, publicUrl } = from;
  const { db } = from.database;
  const metrics = openMetrics(from);
  const closing = new AbortController();
  // Every call under way listens to this signal.
  setMaxListeners(0, closing.signal);
  const { mounts, sandbox, mailer, ...providers } = await chooseProviders(
    from,
    metrics,
    closing.signal,
  );
  const sending = { db, clock, log: logger, mailer, footer: () => shop };
  const mails = mailSender({ ...sending, ended: metrics.mailEnded });
  const sendMails = () => mails.sendDue().then(() => metrics.taskDone(mailsTask));
  const identity = await openIdentity({ ...identityFor(from), metrics, shop: () => shop });
  const { app, shop } = await buildApp({
    shop: { ...settingsFor(from, metrics), ...providers, db, clock, publicUrl, identity },
    logger,
    metrics,
    metricsToken: from.metricsToken,
    readiness: { isOpen: from.isOpen, databaseFault: databaseReadiness(db) },
    identityHandlers: identity.handlers,
    mounts: [
      identity.mount,
      ...mounts,
      async (scope) => void scope.addHook('onClose', () => mails.stop()),
    ],
    base: {
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
      const toShop = deliverTo(app);
      sandbox?.deliverTo(toShop);
      return toShop;
    },
    sendMails,
    async everyMinute() {
      await sandbox?.sendEvents();
      await minutelyWork(shop, closing.signal, metrics.taskDone);
      await sendMails();
    },
    workOnImports: () => workOnImports(shop, closing.signal),
    workOnDoctor: () =>
      workOnDoctor(shop, { engine: from.database.engine ?? 'embedded', ending: closing.signal }),
    endWork() {
      closing.abort();
      return mails.stop();
    },
  };
}

function openMetrics({ database, clock, logger, orderHoldHours }: Ingredients): ShopMetrics {
  const tasks = [...minutelyTasks, mailsTask];
  return shopMetrics({ ...database, clock, log: logger, orderHoldHours, tasks });
}

/** The third parties, whose failures are counted, and the routes of those that run in this process. */
async function chooseProviders(from: Ingredients, metrics: ShopMetrics, ending: AbortSignal) {
  const { clock, thirdParties = sandboxes, through } = from;
  const { mounts, ...cards } = await chooseCards(thirdParties.cards, {
    db: from.database.db,
    clock,
    ending,
    ...(through ? { through } : {}),
  });
  const image = await chooseImages(thirdParties.images, from.dataDir);
  const mailer = await chooseMailer(thirdParties.mail);
  return {
    ...watchProviders({ ...cards, images: image.images, mailer }, metrics),
    mounts: [...mounts, ...image.mounts],
  };
}

function identityFor(from: Ingredients) {
  const { database, clock, publicUrl, mode = 'demo', thirdParties: parties = sandboxes } = from;
  return {
    db: database.db,
    clock,
    log: from.logger,
    publicUrl,
    mode,
    parties,
    secrets: from.identitySecrets,
    passwordCost: from.passwordCost ?? standardCost,
  };
}

function settingsFor(from: Ingredients, { orderEnded }: ShopMetrics) {
  const { mode = 'demo', contact, orderHoldHours, demoAccounts } = from;
  const [identitySecret] = from.identitySecrets;
  return {
    mode,
    contact,
    orderHoldHours,
    orderEnded,
    demoAccounts,
    importFolder: importsIn(from.dataDir),
    fetchPicture: from.fetchPicture ?? fetchFromInternet,
    unpaidPerNetwork: from.unpaidPerNetwork ?? Number(variables.UNPAID_ORDERS_PER_NETWORK.default),
    keepHistoryDays: from.keepHistoryDays ?? Number(variables.KEEP_HISTORY_DAYS.default),
    keepEventsDays: from.keepEventsDays ?? Number(variables.KEEP_EVENTS_DAYS.default),
    adminFactorGraceDays: mode === 'live' ? from.adminFactorGraceDays : undefined,
    paymentMark: from.paymentMark ?? paymentMarkOf(identitySecret),
    networkHash: networkHashWith(identitySecret),
  };
}

/** The mark of a new shop. Later its database tells it: secrets change. */
export function paymentMarkOf(identitySecret: string): string {
  return createHmac('sha256', identitySecret).update('payments').digest('base64url');
}
