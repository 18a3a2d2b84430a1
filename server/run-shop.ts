import { flushCompileCache } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { announcement } from '#server/start/announce.ts';
import { assemble, paymentMarkOf, type Assembled } from './assemble.ts';
import { systemClock } from './clock.ts';
import { ConfigError, type Config } from '#server/start/config.ts';
import { demoAccounts } from '#server/db/demo/demo-accounts.ts';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { loadDemo } from '#server/db/demo/load-demo.ts';
import { isEmptyShop } from '#server/db/is-empty-shop.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase, type Database } from '#server/db/open.ts';
import { mountSite } from '#server/http/site.ts';
import { keepPrivate } from '#server/start/keep-private.ts';
import { startBackgroundWork } from '#server/background/start-background-work.ts';
import { shopLogger } from './log.ts';
import { logAsText } from './log-as-text.ts';
import type { IdentitySecrets } from '#server/third-parties/identity/embedded/secrets.ts';
import { homeOf } from '#server/db/database-home.ts';
import { readConfig, refuseWrongDatabase, recordDatabaseUse } from '#server/start/database-use.ts';
import { openSocket } from '#server/operator/open-socket.ts';
import { identitySecrets } from '#server/start/identity-secrets.ts';
import { freePort } from '#server/start/free-port.ts';
import { startupError } from '#server/start/startup-errors.ts';
import { inLogLines, inSentences, type StartVoice } from '#server/start/start-voice.ts';
import { print, printFault } from './print.ts';

/** How long `/readyz` says no before the server closes, so that load balancers stop sending requests. */
const drainMs = 1_000;
/** A graceful shutdown that takes longer is cut short. */
const shutdownTimeoutMs = 10_000;
/** In development the process that is being replaced releases the database when it has shut down. */
const lockWaitMs = 1.5 * shutdownTimeoutMs;

/** The demo's login page shows these. */
const signIns: Assembled['shop']['demoAccounts'] = [
  { ...credentials(demoAccounts.customer), role: 'customer' },
  { ...credentials(demoAccounts.admin), role: 'admin' },
];

const noDemoData =
  'Demo data is loaded only in the demo, with the card sandbox and the outbox: it does not go with SHOP_MODE=live, Stripe keys, SMTP_URL or a Firebase project, except on its emulator.';

const mayBeCopy =
  'This database was restored or copied, or lacks orders: no payment is refunded by itself until `npm run admin -- declare-only` says that it is the only one of its shop.';

const unreadableFactors =
  'Second factors were encrypted with a secret that this copy does not have, and their owners cannot sign in by code. If it is the one that was changed last, accept it beside the current one (IDENTITY_SECRET_ALSO, or its file back in the folder `secrets`) and restart; if it is lost, `npm run admin -- reset-factor EMAIL`.';

const isDevelopment = process.argv.includes('--dev');
const loadsDemoOnly = process.argv.includes('--load-demo');

/**
 * Opens the shop that the environment describes; a start that fails is told, and ends the process. Not at once when this module
 * is loaded: what is imported later may need a file of the bundle that is still waiting for it.
 */
export async function runShop(): Promise<void> {
  try {
    await start();
  } catch (error) {
    printFault(startupError(error, process.env) ?? error);
    process.exit(1);
  }
}

/** Migrates the database and takes it into use, if it is the right one; answers the mark of its shop's payments. */
async function prepareDatabase(
  database: Database,
  purpose: Config & { readonly secrets: IdentitySecrets },
  logger: Logger,
): Promise<string> {
  await refuseWrongDatabase(database.db, purpose);
  await migrate(database.db, undefined, (sentence) => logger.warn(sentence));
  const { paymentMark, movedAt, unreadable } = await recordDatabaseUse(
    database.db,
    purpose,
    {
      home: await homeOf(database, purpose.dataDir),
      paymentMark: paymentMarkOf(purpose.secrets[0]),
      now: systemClock.now(),
    },
    (sentence) => logger.warn(sentence),
  );
  await storeTaxonomy(database.db);
  if (movedAt !== undefined) logger.warn({ movedAt }, mayBeCopy);
  if (unreadable) logger.warn({ accounts: unreadable }, unreadableFactors);
  return paymentMark;
}

async function start(): Promise<void> {
  const startedAt = performance.now();
  const config = await readConfig(process.env, { development: isDevelopment });
  const fitsDemo = takesDemoData(config);
  if (loadsDemoOnly && !fitsDemo) throw new ConfigError([noDemoData]);
  const onTerminal = process.stdout.isTTY;
  const { logger, voice } = openLog(config, onTerminal);
  const database = await openHome(config, logger);
  // Before demo data is loaded, so that nobody waits for that only to learn that the port is taken.
  const port = loadsDemoOnly ? config.port : await freePort(config);
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  const secrets = identitySecrets(config);
  const paymentMark = await prepareDatabase(database, { ...config, secrets }, logger);
  let open = true;
  const assembled = await assemble({
    ...config,
    paymentMark,
    database,
    clock: systemClock,
    logger,
    publicUrl,
    identitySecrets: secrets,
    demoAccounts: fitsDemo ? [...signIns] : [],
    isOpen: () => open,
    pages: (app, pages) => mountSite(app, { ...pages, dev: isDevelopment }),
  });
  if (loadsDemoOnly || (fitsDemo && (await isEmptyShop(database.db))))
    await fillShop(assembled, voice);
  if (loadsDemoOnly) return close(assembled, database);
  assembled.hearCardEvents();
  // Before anybody waits for an answer: with the first start of a build it writes some megabytes.
  flushCompileCache();

  await assembled.app.listen({ host: config.host, port });
  const endWork = beginWork(assembled, logger, database, config);
  onShutdownSignal((signal) => {
    open = false;
    logger.info({ signal }, 'closing');
    // Ctrl-C needs no draining. The background work calls the shop itself, so both end side by side.
    return sleep(signal === 'SIGTERM' ? drainMs : 0)
      .then(() => Promise.all([endWork(), assembled.app.close()]))
      .then(() => database.close())
      .catch((error: unknown) => {
        logger.error({ err: error }, 'could not close cleanly');
        process.exit(1);
      });
  });
  // Last, because whoever reads this may send a signal at once.
  const seconds = (performance.now() - startedAt) / 1000;
  const { engine } = database;
  voice.announce(
    announcement(config, { publicUrl, seconds, engine, demoAccounts: fitsDemo, onTerminal }),
    { address: publicUrl, engine, mode: config.mode },
  );
}

/** The log, and how the start speaks: both sentences or both JSON lines. */
function openLog(
  { logLevel, logFormat }: Config,
  onTerminal: boolean,
): { logger: Logger; voice: StartVoice } {
  if ((logFormat ?? (onTerminal ? 'text' : 'json')) === 'text') {
    const requests = ['debug', 'trace'].includes(logLevel);
    return { logger: shopLogger(logLevel, logAsText(print, { requests })), voice: inSentences };
  }
  const logger = shopLogger(logLevel);
  return { logger, voice: inLogLines(logger) };
}

/** Runs `end` on the first SIGTERM or SIGINT and exits, after `shutdownTimeoutMs` at the latest; further signals have no effect. */
function onShutdownSignal(end: (signal: NodeJS.Signals) => Promise<void>): void {
  let isEnding = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(1), shutdownTimeoutMs).unref();
    void end(signal).then(() => process.exit(0));
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}

/** Starts the background work, and on the embedded database the operator's socket. Answers a function that ends both. */
function beginWork(
  assembled: Assembled,
  logger: Logger,
  { engine }: Database,
  { dataDir }: Config,
): () => Promise<void> {
  const stopWorking = startBackgroundWork(assembled, logger);
  const closeSocket = engine === 'embedded' ? openSocket(assembled.shop, dataDir) : undefined;
  return () => {
    closeSocket?.();
    return stopWorking();
  };
}

async function openHome(config: Config, logger: Logger): Promise<Database> {
  keepPrivate(config.dataDir);
  return openDatabase({
    url: config.databaseUrl,
    connections: config.databasePool,
    keepsStatements: config.keepsStatements,
    dataDir: config.dataDir,
    lockWaitMs: isDevelopment ? lockWaitMs : undefined,
    slowQueries: {
      overMs: config.slowQueryMs,
      tell: (slow) => logger.warn(slow, 'a statement of the database took long'),
    },
    onFailure: (error) => {
      logger.fatal({ err: error }, 'the embedded database stopped');
      process.exit(1);
    },
  });
}

async function close({ app }: Assembled, database: Database): Promise<void> {
  await app.close();
  await database.close();
}

async function fillShop(
  { shop, cardSandbox, identity }: Assembled,
  { say }: StartVoice,
): Promise<void> {
  if (cardSandbox === undefined)
    throw new Error('Demo data is paid in the card sandbox, and there is none.');
  say('Loading the demo shop …');
  const loaded = await loadDemo({
    db: shop.db,
    now: shop.clock.now(),
    payByCard: cardSandbox.payByCard,
    createAccount: identity.createAccount,
    log: shop.log,
  });
  if (!loaded) say('This shop has parts already: nothing was loaded.');
  // Otherwise the planner has no statistics until the first nightly vacuum.
  else await sql`analyze`.execute(shop.db);
}

/** Demo orders are paid in the sandbox, and demo accounts have no mailboxes and passwords that everybody knows: both belong to no real service. */
function takesDemoData({ mode, thirdParties: { cards, identity, mail } }: Config): boolean {
  const isOwnIdentity = identity === 'embedded' || identity.emulator !== undefined;
  return mode === 'demo' && cards === 'sandbox' && mail === 'outbox' && isOwnIdentity;
}

function credentials({ email, password }: { email: string; password: string }) {
  return { email, password };
}
