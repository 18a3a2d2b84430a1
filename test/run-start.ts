import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { programEnvironment, programFlags } from './program-environment.ts';

const root = path.join(import.meta.dirname, '..');

/** A program's exit code and error output; of a start also what of its standard output is not the log. */
interface Ended {
  readonly code: number | null;
  readonly said: string[];
}

/** Starts the shop as `npm start` does; ends it as soon as it listens, with exit code 0. */
export async function runStart(env: Record<string, string>, ...flags: string[]): Promise<Ended> {
  const { code, said, out } = await run('main.js', env, flags);
  return { code, said: [...said, ...out.filter((line) => !/^\{"level":\d0,.*\}$/.test(line))] };
}

/** Runs a program of server/ without this process's environment. */
export async function runProgram(
  file: string,
  env: Record<string, string>,
  ...flags: string[]
): Promise<Ended> {
  const { code, said } = await run(file, env, flags);
  return { code, said };
}

async function run(
  file: string,
  env: Record<string, string>,
  flags: readonly string[],
): Promise<Ended & { readonly out: string[] }> {
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
  const [out, said, [code]] = await Promise.all([
    text(program.stdout),
    text(program.stderr),
    once(program, 'close') as Promise<[number | null]>,
  ]);
  return { code, said: linesOf(said), out: out === '' ? [] : linesOf(out) };
}

function linesOf(output: string): string[] {
  return output.trimEnd().split('\n');
}
