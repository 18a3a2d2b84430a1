// `npm run admin -- grant EMAIL | revoke EMAIL | list | reset-factor EMAIL | declare-only | adopt live`, for the operator of the shop.
import { adoptLive } from '#server/start/adopt-live.ts';
import { systemClock } from './clock.ts';
import { configFrom, type Config, type DataHome } from '#server/start/config.ts';
import { DatabaseLocked } from '#server/db/embedded/errors.ts';
import { openExisting, openUnmigrated } from '#server/db/open-existing.ts';
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

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const fault = startupError(error, process.env);
  if (fault === undefined) throw error;
  printFault(fault);
  process.exitCode = 1;
}

async function run(words: readonly string[]): Promise<number> {
  const adopts = words.join(' ') === 'adopt live';
  const command = parseCommand(words);
  if (!adopts && command === undefined) {
    printFault(usage);
    return 2;
  }
  const home = configFrom(process.env);
  if (command === undefined) return adopt(home);
  const { lines, failed } = (await runningShopOn(home, words)) ?? (await onDatabase(home, command));
  for (const line of lines) (failed ? printFault : print)(line);
  return failed ? 1 : 0;
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

async function onDatabase(
  { mode, adminFactorGraceDays: days, contact, publicUrl, port, databaseUrl, dataDir }: Config,
  command: Command,
): Promise<CommandOutput> {
  const home = { url: databaseUrl, dataDir };
  const database = await openExisting(home).catch((error: unknown) => {
    const why = error instanceof DatabaseLocked ? socketProblem(dataDir) : undefined;
    if (why === undefined) throw error;
    return why;
  });
  if (typeof database === 'string') return { lines: [database], failed: true };
  try {
    const adminFactorGraceDays = mode === 'live' ? days : undefined;
    return await command({
      db: database.db,
      clock: systemClock,
      log: shopLogger('silent'),
      networkHash: () => undefined,
      contact,
      publicUrl: publicUrl ?? `http://localhost:${port}`,
      adminFactorGraceDays,
    });
  } finally {
    await database.close();
  }
}
