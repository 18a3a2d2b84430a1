// `npm run backup -- --to FILE`: a backup of a running or a stopped shop.
import { statSync } from 'node:fs';
import { ConfigError } from '#server/start/config.ts';
import { type DataHome, dataHomeFrom } from '#server/start/data-home.ts';
import type { Environment } from '#server/start/variables.ts';
import { makeBackup } from './make-backup.ts';
import { passphraseFrom, requireLong } from './passphrase.ts';
import type { Summary } from './read-archive.ts';
import { readOptions, runCommand } from './run-command.ts';

const usage = `Makes an encrypted backup of the shop of DATA_DIR and DATABASE_URL, while it runs.

  npm run backup -- --to FILE [--passphrase-file FILE]

--to names a new file, or a folder in which the file is named after the moment. The passphrase is BACKUP_PASSPHRASE, or
stands in a file. Exits with 3 when there is a backup, but pictures were missing.`;

/** The exit status when there is a backup, but not of every picture. */
const picturesMissing = 3;

/** Runs the command; answers the exit status. */
export async function backupCommand(
  args: string[],
  env: Environment,
  print: (line: string) => void,
): Promise<number> {
  const options = readOptions(args, print, {
    usage,
    required: ['to'],
    optional: ['passphrase-file'],
  });
  if (options === undefined) return 2;
  const passphrase = passphraseFrom(env, options['passphrase-file']);
  requireLong(passphrase);
  const backup = await makeBackup(homeIn(env), { to: options.to, passphrase, now: new Date() });
  const { missing } = backup;
  if (missing.length > 0)
    print(
      `Pictures that the database has and the data folder lacks: ${missing.length}, such as ${missing[0]}. Is this the shop's DATA_DIR?`,
    );
  const megabytes = (statSync(backup.file).size / 1e6).toFixed(1);
  print(`Backed up and read back: ${backup.file} (${megabytes} MB), ${contentOf(backup)}.`);
  if (!backup.secrets.includes('secrets/identity')) print(noSecret);
  return missing.length > 0 ? picturesMissing : 0;
}

/** What both commands say when a backup has no secret. */
export const noSecret =
  'It holds no identity secret, because DATA_DIR has none: keep the IDENTITY_SECRET of the environment, and set the same one when you restore.';

/** What is in a backup, in words. */
export function contentOf({ head, rows, pictures, secrets }: Summary): string {
  return `of ${head.madeAt}: ${head.tables.length} tables, ${rows} rows, ${pictures} files of pictures, ${secrets.length} secrets`;
}

/** Where the shop is, of the environment; other variables are not read. */
export function homeIn(env: Environment): DataHome {
  const faults: string[] = [];
  const home = dataHomeFrom(env, faults);
  if (faults.length > 0) throw new ConfigError(faults);
  return home;
}

if (import.meta.main) await runCommand(backupCommand, 'No backup was made');
