import { spawn } from 'node:child_process';
import path from 'node:path';

/** The folder of package.json; every command runs there. */
export const root = path.join(import.meta.dirname, '..');

/** How a command ended. */
export interface Ended {
  readonly ok: boolean;
  /** What it printed, when it was run quietly. */
  readonly output: string;
}

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Collect what it prints instead of showing it. */
  readonly quiet?: boolean;
  /** Kills it after this long. */
  readonly timeoutMs?: number;
}

/** Runs a command without stdin, with node_modules/.bin first on its PATH. Never rejects: a missing command is a failed one. */
export function run(
  command: string,
  parameters: readonly string[],
  { env = {}, quiet = false, timeoutMs }: RunOptions = {},
): Promise<Ended> {
  const tools = path.join(root, 'node_modules', '.bin');
  const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const child = spawn(command, parameters, {
    cwd: root,
    env: {
      ...process.env,
      ...env,
      [pathName]: `${tools}${path.delimiter}${process.env[pathName] ?? ''}`,
    },
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    // npm's shims are .cmd files on Windows, which only a shell runs.
    shell: process.platform === 'win32',
    ...(timeoutMs === undefined ? {} : { timeout: timeoutMs, killSignal: 'SIGKILL' as const }),
  });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (piece: string) => (output += piece));
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => (output += piece));
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ ok: false, output: `${output}${error.message}\n` }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}
