import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { lockFolder } from '#server/db/embedded/folder-lock.ts';
import { migrate } from '#server/db/migrate.ts';
import { migrationsHash } from '#server/db/migration-files.ts';
import { type Database, openDatabase } from '#server/db/open.ts';
import { freePort } from './free-port.ts';

const templateWaitMs = 60_000;

/** Opens an empty, migrated embedded database of its own; `close` removes it. */
export async function freshDatabase(): Promise<Omit<Database, 'engine'>> {
  const dataDir = await freshDataDir();
  await holdEngine();
  const { db, pool, close } = await openDatabase({ dataDir, relaxedSync: true });
  return {
    db,
    pool,
    async close() {
      await close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Makes a data folder with a migrated, empty embedded database. The caller removes it. */
export async function freshDataDir(): Promise<string> {
  const dataDir = temporaryFolder('db');
  copyFolder(await templateFolder(), dataDir);
  return dataDir;
}

/** Makes an empty folder for one test. */
export function temporaryFolder(name: string): string {
  return mkdtempSync(path.join(os.tmpdir(), `underhood-test-${name}-`));
}

const engineFile = createRequire(import.meta.url).resolve('@electric-sql/pglite/pglite.wasm');
let engine: Promise<WebAssembly.Module> | undefined;

/** Keeps a reference to the compiled engine, so that V8 reuses it for all further engines of this process. */
function holdEngine(): Promise<WebAssembly.Module> {
  return (engine ??= WebAssembly.compile(readFileSync(engineFile)));
}

let template: Promise<string> | undefined;

/** A folder with a migrated database, to copy. */
function templateFolder(): Promise<string> {
  return (template ??= sharedFolder(`template-${hashOf(migrationsHash())}`, async (dataDir) => {
    copyFolder(await emptyDatabaseFolder(), dataDir);
    const { db, close } = await openDatabase({ dataDir, relaxedSync: true });
    await migrate(db);
    await close();
  }));
}

/** A folder with a database without tables: to create one takes four times as long as to migrate it. */
export function emptyDatabaseFolder(): Promise<string> {
  return sharedFolder(`empty-${hashOf('')}`, async (dataDir) => {
    const { close } = await openDatabase({ dataDir, relaxedSync: true });
    await close();
  });
}

/** Makes a folder once for all test processes; its name has a hash of what it depends on. */
async function sharedFolder(
  name: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const owner = os.userInfo().username.replace(/\W/g, '');
  const folder = path.join(os.tmpdir(), `underhood-test-${owner}-${name}`);
  const lock = await lockFolder(folder, templateWaitMs);
  try {
    if (!existsSync(folder)) {
      const building = temporaryFolder('building');
      await fill(building);
      renameSync(building, folder);
    }
  } finally {
    lock.release();
  }
  return folder;
}

/** Of the embedded engine, and of what is given. */
function hashOf(given: string): string {
  const embedded = new URL('../server/db/embedded/', import.meta.url);
  const hash = createHash('sha256').update(given);
  hash.update(readFileSync(engineFile));
  for (const name of readdirSync(embedded).filter((file) => !file.endsWith('.test.ts')))
    hash.update(readFileSync(new URL(name, embedded)));
  return hash.digest('hex').slice(0, 16);
}

/** Copying a finished folder takes a tenth of the time of creating one; some file systems even share the blocks. */
export function copyFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

const run = promisify(execFile);

/** A private PostgreSQL server that lives as long as the tests that asked for it. */
export interface PostgresServer {
  /** The address of an empty database. */
  url: string;
  /** Makes another empty database, with settings of its own, and returns its address. */
  createDatabase(settings?: Readonly<Record<string, string>>): Promise<string>;
  /** Sends the server a signal: SIGKILL is a crash, SIGSTOP a server that does not answer, SIGCONT its recovery. */
  signal(signal: NodeJS.Signals): void;
  /** Starts it again on the same port, with the same data, after a SIGKILL. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Settings of a database that writes times and dates as no other one of the tests does. */
export const oddFormats = { timezone: 'Asia/Kolkata', datestyle: 'German, DMY' };

const startWaitMs = 20_000;
// The embedded engine's locale; not every system has it.
const locale = process.platform === 'linux' ? 'C.UTF-8' : 'C';
const newestFirst = (one: string, other: string): number =>
  other.localeCompare(one, 'en', { numeric: true });

/** The folder with initdb and postgres; undefined if the machine has no PostgreSQL server. */
export function findPostgres(): string | undefined {
  const homes = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'].flatMap((home) =>
    existsSync(home)
      ? readdirSync(home)
          .toSorted(newestFirst)
          .map((name) => path.join(home, name, 'bin'))
      : [],
  );
  return [...homes, '/usr/local/pgsql/bin', '/usr/bin', '/usr/local/bin'].find(
    (folder) =>
      existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'postgres')),
  );
}

/** Starts a server in a temporary folder on a free loopback port; undefined if the machine has no PostgreSQL. */
export async function postgresServer(): Promise<PostgresServer | undefined> {
  const programs = findPostgres();
  const account = serverAccount();
  if (programs === undefined || account === undefined) return undefined;
  const folder = temporaryFolder('postgres');
  if ('uid' in account) chownSync(folder, account.uid, account.gid);
  const cluster = path.join(folder, 'data');
  const options = { ...account, cwd: folder };
  await run(
    path.join(programs, 'initdb'),
    [
      '-D',
      cluster,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      `--locale=${locale}`,
      '--no-sync',
    ],
    options,
  );
  const port = await freePort();
  const settings = [
    'fsync=off',
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    // In the folder, so that nothing is left of a server that was killed.
    'dynamic_shared_memory_type=mmap',
  ];
  const args = [
    '-D',
    cluster,
    '-p',
    String(port),
    ...settings.flatMap((setting) => ['-c', setting]),
  ];
  const start = (): ChildProcess =>
    spawn(path.join(programs, 'postgres'), args, { ...options, stdio: 'ignore' });
  let server = start();
  const endWithTests = (): void => void server.kill('SIGKILL');
  process.once('exit', endWithTests);
  const urlOf = (database: string): string => `postgres://postgres@127.0.0.1:${port}/${database}`;
  await untilReady(server, urlOf('postgres'));

  let databases = 0;
  const createDatabase = async (given: Readonly<Record<string, string>> = {}) => {
    const name = `test_${++databases}`;
    await query(urlOf('postgres'), `create database ${name}`);
    for (const [setting, value] of Object.entries(given))
      await query(urlOf('postgres'), `alter database ${name} set ${setting} = '${value}'`);
    return urlOf(name);
  };
  return {
    url: await createDatabase(),
    createDatabase,
    signal: (signal) => void server.kill(signal),
    async restart() {
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
      // Until the last of its processes has noticed, a new server finds their shared memory and ends at once.
      const giveUpAt = performance.now() + startWaitMs;
      for (;;) {
        server = start();
        try {
          return await untilReady(server, urlOf('postgres'));
        } catch (error) {
          if (performance.now() > giveUpAt) throw error;
          await sleep(100);
        }
      }
    },
    async stop() {
      process.off('exit', endWithTests);
      // SIGCONT first: a server that a test has stopped would not hear the request to end.
      server.kill('SIGCONT');
      if (server.exitCode === null && server.signalCode === null && server.kill('SIGQUIT'))
        await once(server, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The account the server runs as: PostgreSQL refuses to run as root, so tests that run as root use `postgres`. */
export function serverAccount(): { uid: number; gid: number } | Record<string, never> | undefined {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8').match(/^postgres:[^:]*:(\d+):(\d+):/m);
  return line ? { uid: Number(line[1]), gid: Number(line[2]) } : undefined;
}

async function untilReady(server: ChildProcess, url: string): Promise<void> {
  const giveUpAt = performance.now() + startWaitMs;
  for (;;) {
    try {
      return await query(url, 'select 1');
    } catch (error) {
      if (server.exitCode !== null || performance.now() > giveUpAt)
        throw new Error('PostgreSQL did not start for the tests.', { cause: error });
      await sleep(50);
    }
  }
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
