import { execFile } from 'node:child_process';
import path from 'node:path';
import { programEnvironment, programFlags } from './program-environment.ts';

const root = path.join(import.meta.dirname, '..');

/** How a command ended, and what it printed, without the last line break. */
export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `npm run admin -- …` with these variables, without this process's own. */
export function runAdmin(
  words: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<Ended> {
  const env = { ...programEnvironment, NODE_ENV: 'production', ...variables };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...programFlags, 'server/admin.ts', ...words],
      { cwd: root, env, timeout: 50_000 },
      (error, out, err) =>
        resolve({
          code: error === null ? 0 : Number(error.code),
          out: out.trimEnd(),
          err: err.trimEnd(),
        }),
    );
  });
}
