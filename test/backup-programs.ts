import { execFile } from 'node:child_process';
import path from 'node:path';
import { programEnvironment, programFlags } from './program-environment.ts';
import type { Home } from '#test/faults/shop-process.ts';

const root = path.join(import.meta.dirname, '..');
const longestMs = 1_800_000;

export const passphrase = 'correct horse battery staple';

/** How a command ended. */
interface Ended {
  readonly code: number | string | undefined;
  readonly out: string;
  readonly err: string;
}

/** Runs `npm run backup -- …` with nothing in its environment but where the shop's data is, and the passphrase. */
export function backup(home: Home, ...words: string[]): Promise<Ended> {
  return run('backup-command.ts', home, words).ended;
}

/** Starts the same, to be killed. */
export function startBackup(home: Home, ...words: string[]) {
  return run('backup-command.ts', home, words);
}

/** Runs `npm run restore -- …` in the same way. */
export function restore(home: Home, ...words: string[]): Promise<Ended> {
  return run('restore-command.ts', home, words).ended;
}

function run(command: string, { dataDir, databaseUrl, preload, env: more }: Home, words: string[]) {
  const env = {
    ...programEnvironment,
    DATA_DIR: dataDir,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    BACKUP_PASSPHRASE: passphrase,
    ...more,
  };
  const flags = [...programFlags, ...(preload === undefined ? [] : ['--import', preload])];
  const file = path.join('server', 'backup', command);
  const { promise: ended, resolve } = Promise.withResolvers<Ended>();
  const program = execFile(
    process.execPath,
    [...flags, file, ...words],
    { cwd: root, env, timeout: longestMs },
    (error, out, err) =>
      resolve({
        // Undefined when it was killed.
        code: error === null ? 0 : (error.code ?? undefined),
        out: out.trimEnd(),
        err: err.trimEnd(),
      }),
  );
  return { ended, kill: () => program.kill('SIGKILL') };
}
