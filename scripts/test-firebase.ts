// `npm run test:firebase`: what `npm test` proves on a stand-in of Firebase Auth, against Firebase's own emulator.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#test/free-port.ts';
import { print, printFault } from '#server/print.ts';
import { buildPages } from './build.ts';
import { prepareMachine } from './machine.ts';
import { root, run } from './run.ts';

/** 270 MB with all that it needs, so it is no dependency of the shop. */
const version = '15.34.2';
const project = 'demo-underhood';
const startMs = 120_000;

const cache = process.env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache');
const installed = path.join(cache, 'underhood', `firebase-tools-${version}`);

/** Also when somebody stops the tests. */
const removeAtExit = (folder: string) =>
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Installs the tools beside the folder and renames that, so that a broken installation is none. */
async function installTools(): Promise<void> {
  if (existsSync(installed)) return;
  print(`Installing firebase-tools ${version} in ${installed} …`);
  mkdirSync(path.dirname(installed), { recursive: true });
  const folder = mkdtempSync(`${installed}-`);
  removeAtExit(folder);
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
  const { ok, output } = await run(
    'npm',
    [
      'install',
      '--prefix',
      folder,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      `firebase-tools@${version}`,
    ],
    { quiet: true },
  );
  if (!ok) throw new Error(`firebase-tools could not be installed:\n${output.slice(-2000)}`);
  renameSync(folder, installed);
}

const at = (port: number) => ({ host: '127.0.0.1', port });

/** Starts the emulator in a folder, without its other programs, an account at Google or reports to it. */
async function startEmulator(folder: string): Promise<{ origin: string; tools: ChildProcess }> {
  const [auth, hub, logging] = await Promise.all([freePort(), freePort(), freePort()]);
  writeFileSync(
    path.join(folder, 'firebase.json'),
    JSON.stringify({
      emulators: { auth: at(auth), hub: at(hub), logging: at(logging), ui: { enabled: false } },
    }),
  );
  const program = path.join(
    installed,
    'node_modules',
    'firebase-tools',
    'lib',
    'bin',
    'firebase.js',
  );
  const tools = spawn(
    process.execPath,
    [program, 'emulators:start', '--only', 'auth', '--project', project, '--non-interactive'],
    {
      cwd: folder,
      env: {
        ...process.env,
        HOME: folder,
        XDG_CONFIG_HOME: folder,
        CI: '1',
        NO_UPDATE_NOTIFIER: '1',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  process.once('exit', () => tools.kill());
  const origin = `http://127.0.0.1:${auth}`;
  for (const began = Date.now(); !(await isReady(origin)); await pause(200)) {
    if (tools.exitCode === null && Date.now() - began < startMs) continue;
    await stop(tools);
    throw new Error('The emulator did not start.');
  }
  return { origin, tools };
}

async function isReady(origin: string): Promise<boolean> {
  return fetch(origin).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function stop(tools: ChildProcess): Promise<void> {
  if (tools.exitCode !== null || tools.signalCode !== null) return;
  const ended = once(tools, 'exit');
  tools.kill('SIGTERM');
  await ended;
}

/** Runs the same files as `npm test`; they find the emulator in the environment. */
async function prove(origin: string): Promise<boolean> {
  const { chromiumPath, hasChromium } = await prepareMachine({ browser: true, database: false });
  if (!hasChromium) throw new Error('There is no Chromium.');
  await buildPages();
  const env = {
    UNDERHOOD_AUTH_EMULATOR: origin,
    ...(chromiumPath === undefined ? {} : { CHROMIUM_PATH: chromiumPath }),
  };
  const units = await run('vitest', ['run', 'firebase', 'identity/services'], { env });
  // One after the other: they share the emulator's project, and one of them changes its settings.
  const journeys = await run('playwright', ['test', 'firebase', '--workers=1'], { env });
  return units.ok && journeys.ok;
}

process.chdir(root);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const folder = mkdtempSync(path.join(tmpdir(), 'underhood-firebase-'));
removeAtExit(folder);
let tools: ChildProcess | undefined;
try {
  await installTools();
  const started = await startEmulator(folder);
  tools = started.tools;
  print(`The Auth emulator of firebase-tools ${version} listens at ${started.origin}.`);
  process.exitCode = (await prove(started.origin)) ? 0 : 1;
} catch (error) {
  printFault(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  if (tools) await stop(tools);
}
