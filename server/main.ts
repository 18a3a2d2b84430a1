import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { announcement } from '#server/start/announce.ts';
import { assemble, type Assembled } from './assemble.ts';
import { systemClock } from './clock.ts';
import { ConfigError, type Config } from '#server/start/config.ts';
import { demoAccounts } from '#server/db/demo/demo-accounts.ts';
import { loadDemo } from '#server/db/demo/load-demo.ts';
import { isEmptyShop } from '#server/db/is-empty-shop.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase, type Database } from '#server/db/open.ts';
import { mountSite } from '#server/http/site.ts';
import { keepPrivate } from '#server/start/keep-private.ts';
import { startBackgroundWork } from '#server/background/start-background-work.ts';
import { shopLogger } from './log.ts';
import { readConfig, refuseWrongDatabase, recordDatabaseUse } from '#server/start/database-use.ts';
import { openSocket } from '#server/operator/open-socket.ts';
import { secretFrom } from '#server/start/secrets.ts';
import { startupError } from '#server/start/startup-errors.ts';
import { print, printFault } from './print.ts';

/** The process that is replaced in development takes a moment to let go of the database. */
const lockWaitMs = 5_000;
/** How long `/readyz` says no before the door is shut: time for what sends people here to send them elsewhere. */
const notReadyMs = 1_000;
/** A process that cannot finish its answers by then ends without them. */
const closingMs = 10_000;

/** Shown on the login page of the demo. */
const signIns: Assembled['shop']['demoAccounts'] = [
  { ...credentials(demoAccounts.customer), role: 'customer' },
  { ...credentials(demoAccounts.admin), role: 'admin' },
];

const noDemoData =
  'Demo data is loaded only in the demo, with the card sandbox and the outbox: it does not go with SHOP_MODE=live, Stripe keys or SMTP_URL.';

const isDevelopment = process.argv.includes('--dev');
const loadsDemoOnly = process.argv.includes('--load-demo');

await start().catch((error: unknown) => {
  printFault(startupError(error) ?? error);
  process.exit(1);
});

async function start(): Promise<void> {
  const startedAt = performance.now();
  const config = await readConfig(process.env, { development: isDevelopment });
  const fitsDemo = takesDemoData(config);
  if (loadsDemoOnly && !fitsDemo) throw new ConfigError([noDemoData]);
  const logger = shopLogger(config.logLevel);
  const database = await openHome(config, logger);
  // Before a database is filled: whoever has to choose another port has not waited for that.
  const port = loadsDemoOnly ? config.port : await freePort(config);
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  await refuseWrongDatabase(database.db, config);
  await migrate(database.db, undefined, (sentence) => logger.warn(sentence));
  await recordDatabaseUse(database.db, config);
  let open = true;
  const assembled = await assemble({
    database,
    clock: systemClock,
    logger,
    publicUrl,
    mode: config.mode,
    thirdParties: config.thirdParties,
    trustedProxies: config.trustedProxies,
    hstsSubdomains: config.hstsSubdomains,
    dataDir: config.dataDir,
    identitySecret: config.identitySecret ?? secretFrom(config.dataDir, 'identity'),
    contact: config.contact,
    orderHoldHours: config.orderHoldHours,
    unpaidPerNetwork: config.unpaidPerNetwork,
    adminFactorGraceDays: config.adminFactorGraceDays,
    demoAccounts: fitsDemo ? [...signIns] : [],
    isOpen: () => open,
    pages: (app, pages) => mountSite(app, { ...pages, dev: isDevelopment }),
  });
  if (loadsDemoOnly || (fitsDemo && (await isEmptyShop(database.db)))) await fillShop(assembled);
  if (loadsDemoOnly) return close(assembled, database);
  assembled.hearCardEvents();

  await assembled.app.listen({ host: config.host, port });
  const endWork = beginWork(assembled, logger, database, config);
  onceTold((signal) => {
    open = false;
    logger.info({ signal }, 'closing');
    // Whoever presses Ctrl-C waits for nothing. The shop's own work asks the shop itself, so that neither waits for the other.
    return sleep(signal === 'SIGTERM' ? notReadyMs : 0)
      .then(() => Promise.all([endWork(), assembled.app.close()]))
      .then(() => database.close())
      .catch((error: unknown) => {
        logger.error({ err: error }, 'could not close cleanly');
        process.exit(1);
      });
  });
  // Last: whoever reads that the shop is open may tell it to end.
  const seconds = (performance.now() - startedAt) / 1000;
  const { engine } = database;
  print(announcement(config, { publicUrl, seconds, engine, demoAccounts: fitsDemo }));
}

/** Ends the process by the first signal that says so, at the latest after `closingMs`; a second one changes nothing. */
function onceTold(end: (signal: NodeJS.Signals) => Promise<void>): void {
  let told = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (told) return;
    told = true;
    setTimeout(() => process.exit(1), closingMs).unref();
    void end(signal).then(() => process.exit(0));
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}

/** Begins what the shop does besides answering, on the embedded database also for its operator; answers how to end it. */
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
    ...(config.databaseUrl === undefined ? {} : { url: config.databaseUrl }),
    dataDir: config.dataDir,
    ...(isDevelopment ? { lockWaitMs } : {}),
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

async function fillShop({ shop, cardSandbox, identity }: Assembled): Promise<void> {
  if (cardSandbox === undefined)
    throw new Error('Demo data is paid in the card sandbox, and there is none.');
  print('Loading the demo shop …');
  const loaded = await loadDemo({
    db: shop.db,
    now: shop.clock.now(),
    payByCard: cardSandbox.payByCard,
    createAccount: identity.createAccount,
    log: shop.log,
  });
  if (!loaded) print('This shop has parts already: nothing was loaded.');
  // Otherwise the planner has no figures until the first night.
  else await sql`analyze`.execute(shop.db);
}

/** Its orders are paid in the sandbox and its people have no mailboxes: with anybody real behind, it would lie or annoy. */
function takesDemoData({ mode, thirdParties: { cards, mail } }: Config): boolean {
  return mode === 'demo' && cards === 'sandbox' && mail === 'outbox';
}

function credentials({ email, password }: { email: string; password: string }): {
  email: string;
  password: string;
} {
  return { email, password };
}

/** The port to listen on, which nobody has: asked for before listening, because the sign-in service has to know its own address. */
function freePort({ host, port: wanted }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? 'another program has it; end that one, or set PORT to another'
          : error.message;
      reject(new ConfigError([`The shop cannot listen on port ${wanted} of ${host}: ${why}.`]));
    });
    probe.listen(wanted, host, () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
