// `npm run import -- FILE [--supplier NAME] [--apply] …` and `npm run export -- FILE`: files of parts, for the operator of the shop.
import path from 'node:path';
import { exportByCommand, importByCommand } from '#server/imports/import-by-command.ts';
import { openExisting } from '#server/db/open-existing.ts';
import { askRunningShop } from '#server/operator/ask-running-shop.ts';
import type { CommandOutput } from '#server/operator/commands.ts';
import { fetchFromInternet } from '#server/imports/pictures/fetch-picture.ts';
import { commandConfigFrom, databaseOf } from '#server/start/command-config.ts';
import { ConfigError } from '#server/start/config.ts';
import { importsIn } from '#server/start/data-home.ts';
import { chooseImages } from '#server/start/providers.ts';
import { imagesFrom } from '#server/start/third-party-config.ts';
import { startupError } from '#server/start/startup-errors.ts';
import { systemClock } from './clock.ts';
import { shopLogger } from './log.ts';
import { print, printFault } from './print.ts';

const [task = '', ...typed] = process.argv.slice(2);
// A running shop is in another folder.
const args = typed.map((word, at) =>
  (at === 0 || typed[at - 1] === '--pictures') && !word.startsWith('-')
    ? path.resolve(word)
    : word.replace(
        /^(--pictures=)(.+)$/,
        (_, option: string, file: string) => option + path.resolve(file),
      ),
);

async function run(): Promise<CommandOutput> {
  const config = commandConfigFrom(process.env);
  const { databaseUrl, dataDir } = config;
  const faults: string[] = [];
  const images = imagesFrom(process.env, faults);
  if (faults.length > 0) throw new ConfigError(faults);
  // While a shop runs on the embedded database only that shop can use it, so it runs the command.
  const said =
    databaseUrl === undefined ? await askRunningShop(dataDir, [task, ...args]) : undefined;
  if (said !== undefined) return said;
  const database = await openExisting(databaseOf(config));
  try {
    const shop = {
      db: database.db,
      clock: systemClock,
      log: shopLogger('silent'),
      images: (await chooseImages(images, dataDir)).images,
      importFolder: importsIn(dataDir),
      fetchPicture: fetchFromInternet,
      publicPagesChanged: () => undefined,
    };
    return await (task === 'export' ? exportByCommand : importByCommand)(shop, args);
  } finally {
    await database.close();
  }
}

try {
  const { lines, failed } = await run();
  for (const line of lines) (failed ? printFault : print)(line);
  process.exitCode = failed ? 1 : 0;
} catch (error) {
  const fault = startupError(error, process.env);
  if (fault === undefined) throw error;
  printFault(fault);
  process.exitCode = 1;
}
