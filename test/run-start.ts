import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { programEnvironment, programFlags } from './program-environment.ts';

const root = path.join(import.meta.dirname, '..');

/** A program's exit code and error output. */
interface Ended {
  readonly code: number | null;
  readonly said: string[];
}

/** Starts the shop as `npm start` does; ends it as soon as it listens, with exit code 0. */
export function runStart(env: Record<string, string>, ...flags: string[]): Promise<Ended> {
  return runProgram('main.ts', env, ...flags);
}

/** Runs a program of server/ without this process's environment. */
export async function runProgram(
  file: string,
  env: Record<string, string>,
  ...flags: string[]
): Promise<Ended> {
  const program = spawn(
    process.execPath,
    [...programFlags, path.join(root, 'server', file), ...flags],
    {
      cwd: root,
      env: { ...programEnvironment, NODE_ENV: 'production', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 120_000,
    },
  );
  program.stdout.setEncoding('utf8').on('data', (piece: string) => {
    if (piece.includes('Underhood is open')) program.kill('SIGTERM');
  });
  const [said, [code]] = await Promise.all([
    text(program.stderr),
    once(program, 'close') as Promise<[number | null]>,
  ]);
  return { code, said: said.trimEnd().split('\n') };
}
