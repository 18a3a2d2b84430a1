// `npm run restore -- --from FILE --to HOME`: a backup becomes a shop again, on either engine.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { print as printLine, printFault } from '#server/print.ts';
import type { DataHome } from '#server/start/data-home.ts';
import type { Environment } from '#server/start/variables.ts';
import { contentOf, homeIn, noSecret } from './backup-command.ts';
import { sentenceOf } from './sentence-of.ts';
import { passphraseFrom } from './passphrase.ts';
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
  const { values } = parseArgs({
    args,
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      'passphrase-file': { type: 'string' },
    },
  });
  if (values.from === undefined) {
    print(usage);
    return 2;
  }
  const passphrase = passphraseFrom(env, values['passphrase-file']);
  const home = homeOf(values.to, env);
  const restored = await restore(values.from, passphrase, home);
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

function homeOf(to: string | undefined, env: Environment): DataHome {
  if (to === undefined) return homeIn(env);
  if (/^postgres(ql)?:\/\//.test(to)) return homeIn({ ...env, DATABASE_URL: to });
  return { dataDir: path.resolve(to), databaseUrl: undefined };
}

if (import.meta.main) {
  process.umask(0o077);
  try {
    process.exitCode = await restoreCommand(process.argv.slice(2), process.env, printLine);
  } catch (error) {
    printFault(sentenceOf(error, process.env, 'Nothing was restored'));
    process.exitCode = 1;
  }
}
