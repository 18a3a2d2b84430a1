import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { lockFolder } from '#server/db/embedded/folder-lock.ts';
import { buildsFolder } from '#server/http/built-pages.ts';
import { bundledShop } from '#server/start/bundle.js';
import { programEnvironment, programFlags } from '#test/program-environment.ts';

const root = path.join(import.meta.dirname, '..', '..');
/** Long, because the machine may be busy with other tests. */
const startMs = 90_000;
const buildMs = 300_000;

/** The shop as its operator runs it, in a separate process. */
export interface ShopProcess {
  /** `http://127.0.0.1:PORT`. */
  readonly address: string;
  readonly pid: number | undefined;
  /** Everything it printed and logged. */
  said(): string;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ended>;
  /** Resolves when the process ends, for whatever reason. */
  readonly ended: Promise<Ended>;
}

/** How a process ended. */
interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Milliseconds from the signal, or from the start, to the end. */
  readonly ms: number;
}

/** The settings of a process of the shop. */
export interface Home {
  readonly dataDir: string;
  readonly databaseUrl?: string;
  /** A module that Node loads first, in every thread, such as full-disk-preload.ts. */
  readonly preload?: string;
  readonly orderHoldHours?: number;
  /** More environment variables, such as a provider's keys. */
  readonly env?: Readonly<Record<string, string>>;
  /** Another folder with the program than ours, such as a release; it runs in a folder that is not the program's. */
  readonly program?: { readonly root: string; readonly cwd: string };
  /** A command that runs Node, with its arguments. */
  readonly by?: readonly string[];
  /** As `npm run dev` starts it. */
  readonly development?: true;
}

/** The process ended before it listened; the message is its output. */
export class DidNotOpen extends Error {
  override readonly name = 'DidNotOpen';
  readonly code: number | null;

  constructor(code: number | null, said: string) {
    super(said);
    this.code = code;
  }
}

/** Starts `server/main.js` on a free loopback port. Throws `DidNotOpen` when it ends instead of opening. */
export async function startShopProcess(home: Home): Promise<ShopProcess> {
  try {
    return await startOnce(home);
  } catch (error) {
    // Another program has taken the free port between its choice and its use.
    if (!(error instanceof DidNotOpen) || !error.message.includes('EADDRINUSE')) throw error;
    return startOnce(home);
  }
}

async function startOnce(home: Home): Promise<ShopProcess> {
  if (!home.development && home.program === undefined) await ensureBuilt();
  const startedAt = performance.now();
  const flags = [
    ...programFlags,
    ...(home.preload ? ['--import', home.preload] : []),
    ...(home.development ? ['--conditions=development'] : []),
  ];
  const { root: folder, cwd } = home.program ?? { root, cwd: root };
  const main = ['main.js', 'main.ts']
    .map((name) => path.join(folder, 'server', name))
    .find((file) => existsSync(file));
  if (main === undefined) throw new Error(`${folder} has no shop.`);
  const [command, ...words] = [...(home.by ?? []), process.execPath, ...flags, main];
  const child = spawn(command, [...words, ...(home.development ? ['--dev'] : [])], {
    cwd,
    env: environmentOf(home),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const leaveNone = (): void => void child.kill('SIGKILL');
  process.once('exit', leaveNone);
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (said += piece));
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (said += piece));
  const ended = once(child, 'close').then(([code, signal]): Ended => {
    process.off('exit', leaveNone);
    return {
      code: code as number | null,
      signal: signal as NodeJS.Signals | null,
      ms: performance.now() - startedAt,
    };
  });
  const port = await Promise.race([
    portOf(child, home),
    ended,
    new Promise((resolve) => setTimeout(resolve, startMs).unref()),
  ]);
  if (typeof port !== 'string') {
    leaveNone();
    throw new DidNotOpen(child.exitCode, said);
  }
  return {
    address: `http://127.0.0.1:${port}`,
    pid: child.pid,
    said: () => said,
    ended,
    async end(signal) {
      const since = performance.now();
      child.kill(signal);
      return { ...(await ended), ms: performance.now() - since };
    },
  };
}

/** The environment of a demo with its sandboxes, without this process's own. */
function environmentOf({
  dataDir,
  databaseUrl,
  orderHoldHours,
  env,
  development,
}: Home): NodeJS.ProcessEnv {
  return {
    ...programEnvironment,
    NODE_ENV: development ? 'development' : 'production',
    SHOP_MODE: 'demo',
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'warn',
    TRUST_PROXY: 'loopback',
    DATA_DIR: dataDir,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    ...(orderHoldHours === undefined ? {} : { ORDER_HOLD_HOURS: String(orderHoldHours) }),
    ...env,
  };
}

/** The port that it was told, or else the one in the last line of the start's output. */
function portOf(child: ChildProcess, { env }: Home): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    child.stdout?.on('data', (piece: string) => {
      text += piece;
      const port = /open at https?:\/\/localhost:(\d+)/.exec(text)?.[1];
      // Behind a proxy the address that it says is the proxy's.
      if (port !== undefined)
        resolve(env?.['PUBLIC_URL'] === undefined ? port : (env['PORT'] ?? port));
    });
  });
}

/** Builds the pages if there are none, and the bundle of these sources: so the shop runs as people run it. */
export async function ensureBuilt(): Promise<void> {
  if (isBuilt()) return;
  const lock = await lockFolder(
    path.join(os.tmpdir(), `underhood-test-pages-${path.basename(root)}`),
    buildMs,
  );
  try {
    if (isBuilt()) return;
    const build = spawn(process.execPath, ['scripts/build.ts'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = (await once(build, 'close')) as [number | null];
    if (code !== 0) throw new Error('The shop does not build.');
  } finally {
    lock.release();
  }
}

function isBuilt(): boolean {
  return existsSync(path.join(buildsFolder, 'current')) && bundledShop() !== undefined;
}
