import path from 'node:path';
import { Kysely, PostgresDialect, type LogEvent } from 'kysely';
import type pg from 'pg';
import { openEmbedded } from '#server/db/embedded/open-embedded.ts';
import type { Tables } from './schema.ts';
import { openServerPool } from './server-pool.ts';

export interface DatabaseOptions {
  /** A PostgreSQL server's address; without one the embedded database in `<dataDir>/db` is opened. */
  url?: string | undefined;
  dataDir: string;
  /** Server: without query timeouts, for commands that copy or check everything. */
  unlimited?: boolean;
  /** Embedded: how long to wait for a process that is just closing. */
  lockWaitMs?: number | undefined;
  /** Embedded, for tests only: commits are answered before they are on disk. */
  relaxedSync?: boolean;
  /** Embedded: called when the engine stops by itself; the process has to end. */
  onFailure?: (error: Error) => void;
  slowQueries?: SlowQueries;
}

/** What to do with statements that take long. */
interface SlowQueries {
  /** Those that take longer are told, without their parameters, which are personal data. */
  readonly overMs: number;
  readonly tell: (slow: { sql: string; ms: number }) => void;
}

const longestToldSql = 2_000;

export interface Database {
  db: Kysely<Tables>;
  pool: pg.Pool;
  engine: 'embedded' | 'server';
  close(): Promise<void>;
}

/** Opens the shop's database, embedded or on a server; its users need not know which. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.url === undefined
    ? openEmbeddedHome(options)
    : openServerHome(options.url, options);
}

async function openEmbeddedHome({
  dataDir,
  slowQueries,
  ...options
}: DatabaseOptions): Promise<Database> {
  const { pool, close } = await openEmbedded({ ...options, dir: path.join(dataDir, 'db') });
  return { db: kyselyOn(pool, slowQueries), pool, engine: 'embedded', close };
}

function openServerHome(
  url: string,
  { unlimited = false, slowQueries }: Pick<DatabaseOptions, 'unlimited' | 'slowQueries'>,
): Database {
  const pool = openServerPool(url, { unlimited });
  const db = kyselyOn(pool, slowQueries);
  // For migrations: they wait for each other and rewrite tables, which may take long.
  if (!unlimited)
    unlimitedHandles.set(db, () => kyselyOn(openServerPool(url, { unlimited: true })));
  let closing: Promise<void> | undefined;
  return { db, pool, engine: 'server', close: () => (closing ??= pool.end()) };
}

const unlimitedHandles = new WeakMap<Kysely<Tables>, () => Kysely<Tables>>();

/** Runs `work` on the same database without query timeouts. */
export async function withoutTimeouts<Result>(
  db: Kysely<Tables>,
  work: (unlimited: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const openUnlimited = unlimitedHandles.get(db);
  if (!openUnlimited) return work(db);
  const unlimited = openUnlimited();
  try {
    return await work(unlimited);
  } finally {
    await unlimited.destroy();
  }
}

function kyselyOn(pool: pg.Pool, slowQueries?: SlowQueries): Kysely<Tables> {
  const log = slowQueries && ((event: LogEvent) => tellIfSlow(event, slowQueries));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), ...(log && { log }) });
}

/** Also of one that failed: it may have been ended because it took too long. The time in the queue for a connection is not its own. */
function tellIfSlow({ query, queryDurationMillis: ms }: LogEvent, slow: SlowQueries): void {
  if (ms > slow.overMs)
    slow.tell({
      sql: query.sql.replaceAll(/\s+/g, ' ').trim().slice(0, longestToldSql),
      ms: Math.round(ms),
    });
}
