// `npm run admin -- grant EMAIL | revoke EMAIL | list | reset-factor EMAIL | declare-only | rotate-secret | accept-new-secret | adopt live`, for the operator of the shop.
import { randomBytes } from 'node:crypto';
import { acceptNewSecret } from '#server/start/accept-new-secret.ts';
import { adoptLive } from '#server/start/adopt-live.ts';
import { identitySecrets, renewIdentitySecret } from '#server/start/identity-secrets.ts';
import { systemClock } from './clock.ts';
import {
  commandConfigFrom,
  linkOriginOf,
  modeOf,
  type CommandConfig,
} from '#server/start/command-config.ts';
import type { DataHome } from '#server/start/data-home.ts';
import { DatabaseLocked } from '#server/db/embedded/errors.ts';
import { openExisting, openUnmigrated } from '#server/db/open-existing.ts';
import { findShopFacts } from '#server/db/shop-facts.ts';
import { shopLogger } from './log.ts';
import { askRunningShop } from '#server/operator/ask-running-shop.ts';
import {
  parseCommand,
  usage,
  type Command,
  type CommandOutput,
} from '#server/operator/commands.ts';
import { socketProblem } from '#server/operator/socket-path.ts';
import { startupError } from '#server/start/startup-errors.ts';
import { print, printFault } from './print.ts';

async function run(words: readonly string[]): Promise<number> {
  const own = ownCommands.get(words.join(' '));
  const command = parseCommand(words);
  if (own === undefined && command === undefined) {
    printFault(usage);
    return 2;
  }
  const home = commandConfigFrom(process.env);
  if (command === undefined) return own?.(home) ?? 2;
  const { lines, failed } = (await runningShopOn(home, words)) ?? (await onDatabase(home, command));
  for (const line of lines) (failed ? printFault : print)(line);
  return failed ? 1 : 0;
}

/** What a running shop cannot be asked to do. */
const ownCommands: ReadonlyMap<string, (config: CommandConfig) => Promise<number>> = new Map([
  ['adopt live', adopt],
  ['rotate-secret', rotateSecret],
  ['accept-new-secret', acceptSecret],
]);

async function acceptSecret(config: CommandConfig): Promise<number> {
  const [secret] = identitySecrets(config);
  const { lines, failed } = await onDatabase(config, async (shop) => ({
    lines: await acceptNewSecret(shop, secret),
    failed: false,
  }));
  for (const line of lines) (failed ? printFault : print)(line);
  return failed ? 1 : 0;
}

/** A secret in the data folder is renewed; one in the environment is the operator's to change. */
async function rotateSecret({ dataDir, identitySecret }: CommandConfig): Promise<number> {
  if (identitySecret === undefined) {
    renewIdentitySecret(dataDir);
    print(
      'There is a new secret in the data folder: restart the shop. The one before is accepted beside it, so that people stay signed in; after 14 days delete `secrets/identity-before`.',
    );
    return 0;
  }
  print(
    'IDENTITY_SECRET is in the environment. With several copies, restart all of them after each step:',
  );
  print(`1. IDENTITY_SECRET_ALSO=${randomBytes(32).toString('base64url')}, a new one.`);
  print(
    '2. Exchange the two: IDENTITY_SECRET is the new one, IDENTITY_SECRET_ALSO the one before.',
  );
  print('3. After 14 days remove IDENTITY_SECRET_ALSO.');
  return 0;
}

/** Always on the database itself: a live shop does not run on a database that still has to be adopted. */
async function adopt({ databaseUrl, dataDir }: DataHome): Promise<number> {
  const database = await openUnmigrated({ url: databaseUrl, dataDir });
  try {
    await adoptLive(database.db, print);
    return 0;
  } finally {
    await database.close();
  }
}

/** While a shop runs on the embedded database only that shop can use it, so it runs the command. */
function runningShopOn(
  { databaseUrl, dataDir }: DataHome,
  words: readonly string[],
): Promise<CommandOutput | undefined> {
  return databaseUrl === undefined ? askRunningShop(dataDir, words) : Promise.resolve(undefined);
}

async function onDatabase(config: CommandConfig, command: Command): Promise<CommandOutput> {
  const { databaseUrl, dataDir } = config;
  const home = { url: databaseUrl, dataDir };
  const database = await openExisting(home).catch((error: unknown) => {
    const why = error instanceof DatabaseLocked ? socketProblem(dataDir) : undefined;
    if (why === undefined) throw error;
    return why;
  });
  if (typeof database === 'string') return { lines: [database], failed: true };
  try {
    const mode = modeOf(config, await findShopFacts(database.db));
    return await command({
      db: database.db,
      clock: systemClock,
      log: shopLogger('silent'),
      networkHash: () => undefined,
      contact: config.contact,
      // Only for a command that writes mails.
      get publicUrl() {
        return linkOriginOf(config, mode);
      },
      adminFactorGraceDays: mode === 'live' ? config.adminFactorGraceDays : undefined,
    });
  } finally {
    await database.close();
  }
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const fault = startupError(error, process.env);
  if (fault === undefined) throw error;
  printFault(fault);
  process.exitCode = 1;
}
