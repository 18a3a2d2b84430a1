// `npm run backup -- --to FILE`: a backup of a running or a stopped shop.
import { statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { print as printLine, printFault } from '#server/print.ts';
import { ConfigError } from '#server/start/config.ts';
import { type DataHome, dataHomeFrom } from '#server/start/data-home.ts';
import type { Environment } from '#server/start/variables.ts';
import { sentenceOf } from './sentence-of.ts';
import { makeBackup } from './make-backup.ts';
import { passphraseFrom, requireLong } from './passphrase.ts';
import type { Summary } from './read-archive.ts';

const usage = `Makes an encrypted backup of the shop of DATA_DIR and DATABASE_URL, while it runs.

  npm run backup -- --to FILE [--passphrase-file FILE]

--to names a new file, or a folder in which the file is named after the moment. The passphrase is BACKUP_PASSPHRASE, or
stands in a file.`;

/** Runs the command; answers the exit status. */
export async function backupCommand(
  args: string[],
  env: Environment,
  print: (line: string) => void,
): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { to: { type: 'string' }, 'passphrase-file': { type: 'string' } },
  });
  if (values.to === undefined) {
    print(usage);
    return 2;
  }
  const passphrase = passphraseFrom(env, values['passphrase-file']);
  requireLong(passphrase);
  const backup = await makeBackup(homeIn(env), { to: values.to, passphrase, now: new Date() });
  const { missing } = backup;
  if (missing.length > 0)
    print(
      `Pictures that the database has and the data folder lacks: ${missing.length}, such as ${missing[0]}. Is this the shop's DATA_DIR?`,
    );
  const megabytes = (statSync(backup.file).size / 1e6).toFixed(1);
  print(`Backed up and read back: ${backup.file} (${megabytes} MB), ${contentOf(backup)}.`);
  if (!backup.secrets.includes('secrets/identity')) print(noSecret);
  return 0;
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

if (import.meta.main) {
  process.umask(0o077);
  try {
    process.exitCode = await backupCommand(process.argv.slice(2), process.env, printLine);
  } catch (error) {
    printFault(sentenceOf(error, process.env, 'No backup was made'));
    process.exitCode = 1;
  }
}
