// `npm run restore -- --from FILE --to HOME`: a backup becomes a shop again, on either engine.
import path from 'node:path';
import type { DataHome } from '#server/start/data-home.ts';
import { startupError } from '#server/start/startup-errors.ts';
import type { Environment } from '#server/start/variables.ts';
import { BackupFault, LateFault } from './backup-fault.ts';
import { contentOf, homeIn, noSecret } from './backup-command.ts';
import { passphraseFrom } from './passphrase.ts';
import { readOptions, runCommand } from './run-command.ts';
import { restore } from './restore.ts';

const usage = `Restores a backup into an empty home.

  npm run restore -- --from FILE [--to HOME] [--passphrase-file FILE]

HOME is a data folder or the address of a PostgreSQL server (postgres://…), whose pictures and secrets go into DATA_DIR; not
given, it is that of DATA_DIR and DATABASE_URL. The passphrase is BACKUP_PASSPHRASE, or stands in a file.`;

/** Runs the command; answers the exit status. */
export async function restoreCommand(
  args: string[],
  env: Environment,
  print: (line: string) => void,
): Promise<number> {
  const options = readOptions(args, print, {
    usage,
    required: ['from'],
    optional: ['to', 'passphrase-file'],
  });
  if (options === undefined) return 2;
  const passphrase = passphraseFrom(env, options['passphrase-file']);
  const home = homeOf(options.to, env);
  const restored = await restore(options.from, passphrase, home).catch((error: unknown) => {
    throw isServer(options.to) ? ofNamedServer(error, options.to) : error;
  });
  const { foreign, secrets } = restored;
  if (foreign.length > 0)
    print(`Left out, because they are none of the shop's tables: ${foreign.join(', ')}.`);
  print(
    `Restored the backup ${contentOf(restored)}. Every table has the rows and the checksum it had.`,
  );
  if (!secrets.includes('secrets/identity')) print(noSecret);
  print(
    'When a shop runs on it and no other copy of it does: npm run admin -- declare-only (docs/operations.md, After a restore).',
  );
  return 0;
}

function isServer(to: string | undefined): to is string {
  return to !== undefined && /^postgres(ql)?:\/\//.test(to);
}

function homeOf(to: string | undefined, env: Environment): DataHome {
  if (to === undefined) return homeIn(env);
  if (isServer(to)) return homeIn({ ...env, DATABASE_URL: to });
  return { dataDir: path.resolve(to), databaseUrl: undefined };
}

/** A fault of the database that the option names, and not a variable. */
function ofNamedServer(error: unknown, to: string): unknown {
  if (error instanceof LateFault)
    return new LateFault(ofNamedServer(error.cause, to), error.outcome);
  const sentence = startupError(error, { DATABASE_URL: to });
  return sentence === undefined
    ? error
    : new BackupFault(sentence.replaceAll('DATABASE_URL', '--to'));
}

if (import.meta.main) await runCommand(restoreCommand, 'Nothing was restored');
