// `npm run admin -- grant EMAIL | revoke EMAIL | list | reset-factor EMAIL | declare-only | rebuild-sums | rotate-secret | accept-new-secret | adopt live`, for the operator of the shop.
import { acceptNewSecret } from '#server/start/accept-new-secret.ts';
import { adoptLive } from '#server/start/adopt-live.ts';
import { identityFileIn, knownIdentitySecret } from '#server/start/identity-secrets.ts';
import { rotateSecret } from '#server/start/rotate-secret.ts';
import { systemClock } from './clock.ts';
import {
  commandConfigFrom,
  databaseOf,
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
  const work = ownCommands.get(words.join(' ')) ?? shopCommand(words);
  if (work === undefined) {
    printFault(usage);
    return 2;
  }
  const { lines, failed } = await work(commandConfigFrom(process.env));
  for (const line of lines) (failed ? printFault : print)(line);
  return failed ? 1 : 0;
}

type Work = (config: CommandConfig) => Promise<CommandOutput>;

/** What a running shop can be asked to do; undefined when there is no such command. */
function shopCommand(words: readonly string[]): Work | undefined {
  const command = parseCommand(words);
  return (
    command &&
    (async (config) => (await runningShopOn(config, words)) ?? onDatabase(config, command))
  );
}

/** What it cannot be asked to do. */
const ownCommands: ReadonlyMap<string, Work> = new Map([
  ['adopt live', adopt],
  ['rotate-secret', async (config) => rotateSecret(config)],
  ['accept-new-secret', acceptSecret],
]);

/** Never with a secret that is made for it: the shop's own may be in another folder than the one this command was given. */
async function acceptSecret(config: CommandConfig): Promise<CommandOutput> {
  const known = knownIdentitySecret(config);
  if (known === undefined)
    return {
      lines: [
        `There is no secret to accept: IDENTITY_SECRET is not set, and ${identityFileIn(config.dataDir)} does not exist. A start of the shop makes one.`,
      ],
      failed: true,
    };
  return onDatabase(config, async (shop) => ({
    lines: [
      `The secret is that of ${known.from}.`,
      ...(await acceptNewSecret(shop, known.secret, print)),
    ],
    failed: false,
  }));
}

/** Always on the database itself: a live shop does not run on a database that still has to be adopted. */
async function adopt(config: CommandConfig): Promise<CommandOutput> {
  const database = await openUnmigrated(databaseOf(config));
  try {
    await adoptLive(database.db, print);
    return { lines: [], failed: false };
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
  const database = await openExisting(databaseOf(config)).catch((error: unknown) => {
    const why = error instanceof DatabaseLocked ? socketProblem(config.dataDir) : undefined;
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
