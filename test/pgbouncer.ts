import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { serverAccount, temporaryFolder } from './database.ts';
import { until } from '#test/faults/row.ts';
import { freePort } from './free-port.ts';

const startWaitMs = 20_000;

/** A PgBouncer in transaction mode in front of a server, as long as a test needs it. */
export interface Pooler {
  /** The address of a database of the server by way of the pooler. */
  through(url: string): string;
  stop(): Promise<void>;
}

/** The program; undefined if the machine has none. */
export function findPgBouncer(): string | undefined {
  return ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'].find((file) =>
    existsSync(file),
  );
}

/** Starts a pooler with its own settings but the mode, and this many connections to each database. */
export async function startPgBouncer(server: string, connections: number): Promise<Pooler> {
  const program = findPgBouncer();
  const account = serverAccount();
  if (program === undefined || account === undefined)
    throw new Error('This machine has no PgBouncer.');
  const folder = temporaryFolder('pgbouncer');
  const port = await freePort();
  const settings = path.join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    [
      '[databases]',
      `* = host=127.0.0.1 port=${new URL(server).port} user=postgres`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      `default_pool_size = ${connections}`,
    ].join('\n'),
  );
  // PgBouncer refuses to run as root, as PostgreSQL does, and where files are private by default
  // its settings have to be its own.
  if ('uid' in account)
    for (const own of [folder, settings]) chownSync(own, account.uid, account.gid);
  const pooler = spawn(program, ['-q', settings], {
    ...account,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  pooler.stderr.on('data', (text: Buffer) => (said = `${said}${text.toString()}`.slice(-1_000)));
  const endWithTests = (): void => void pooler.kill('SIGKILL');
  process.once('exit', endWithTests);
  const through = (url: string): string => Object.assign(new URL(url), { port: String(port) }).href;
  await until(
    () => {
      if (pooler.exitCode !== null) throw new Error(`PgBouncer does not start: ${said}`);
      return answers(through(server));
    },
    { what: 'PgBouncer answers', ms: startWaitMs },
  );
  return {
    through,
    async stop() {
      process.off('exit', endWithTests);
      if (pooler.exitCode === null && pooler.kill('SIGKILL')) await once(pooler, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
