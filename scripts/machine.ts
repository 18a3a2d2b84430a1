// What the tests need of the machine besides npm: a Chromium, and a PostgreSQL and a PgBouncer if there are some.
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { print } from '#server/print.ts';
import { run } from './run.ts';

/** What was found or installed. */
export interface Machine {
  /** undefined: Playwright's own. */
  readonly chromiumPath: string | undefined;
  readonly hasChromium: boolean;
  readonly hasPostgresql: boolean;
  readonly hasPgBouncer: boolean;
}

function onPath(names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return names
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find((file) => existsSync(file));
}

/** Chromium without its own windows, which cost a third of all that the journeys cost. */
const headlessShell = 'chromium-headless-shell';

function findChromium(): string | undefined {
  const named = process.env['CHROMIUM_PATH'];
  return named || onPath([headlessShell, 'chromium', 'chromium-browser', 'google-chrome']);
}

/** Debian does not put the server's programs on PATH. */
function findPostgresql(): string | undefined {
  return globSync('/usr/lib/postgresql/*/bin/initdb').at(-1) ?? onPath(['initdb']);
}

/** Debian puts it where only root's PATH leads. */
function findPgBouncer(): string | undefined {
  return globSync('/usr/sbin/pgbouncer').at(-1) ?? onPath(['pgbouncer']);
}

/** Only as root, and with a message: otherwise a test must not install anything on somebody's machine. */
async function installDebianPackages(names: readonly string[]): Promise<void> {
  if (names.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  print(`Installing Debian's ${names.join(' and ')} for the tests (apt-get, as root) …`);
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, quiet: true };
  await run('apt-get', ['update', '-q'], options);
  const { ok, output } = await run(
    'apt-get',
    ['install', '-y', '-q', '--no-install-recommends', ...names],
    options,
  );
  if (!ok) print(`apt-get could not install them:\n${output.slice(-2000)}`);
}

async function playwrightHasChromium(): Promise<boolean> {
  if (existsSync(chromium.executablePath())) return true;
  print("Downloading Playwright's own Chromium for the browser journeys …");
  const { ok } = await run('playwright', ['install', 'chromium'], { quiet: true });
  return ok && existsSync(chromium.executablePath());
}

/** Finds a Chromium (CHROMIUM_PATH, PATH, Debian's package, Playwright's own), a PostgreSQL and a PgBouncer (installed, Debian's package). */
export async function prepareMachine({
  browser,
  database,
}: {
  browser: boolean;
  database: boolean;
}): Promise<Machine> {
  await installDebianPackages([
    ...(browser && !findChromium() ? [headlessShell] : []),
    ...(database && !findPostgresql() ? ['postgresql'] : []),
    ...(database && !findPgBouncer() ? ['pgbouncer'] : []),
  ]);
  // Older systems have the browser with its windows only.
  if (browser && !findChromium()) await installDebianPackages(['chromium']);
  const chromiumPath = findChromium();
  return {
    chromiumPath,
    hasChromium: browser && (chromiumPath !== undefined || (await playwrightHasChromium())),
    hasPostgresql: findPostgresql() !== undefined,
    hasPgBouncer: findPgBouncer() !== undefined,
  };
}
