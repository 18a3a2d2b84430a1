import path from 'node:path';
import { Kysely } from 'kysely';
import type pg from 'pg';
import { EmbeddedDialect } from '#server/db/embedded/embedded-dialect.ts';
import { openEmbedded } from '#server/db/embedded/open-embedded.ts';
import type { Tables } from './schema.ts';
import { ServerDialect, type Sharing } from './server-driver.ts';
import { openServerPool } from './server-pool.ts';
import { standardConnections } from './standard-connections.ts';

/** Writers may hold this share of them, so that whoever waits for a lock leaves some to readers. */
const writersShare = 0.6;

// Whoever waits for a row that several want waits for two locks: first to be the next, then for the row.
const limits = { statementMs: 10_000, lockMs: 1_000 };
// A little longer than the statement timeout: this one is for a server that does not answer at all.
const queryMs = 12_000;
/** For the answer that a load balancer waits for. */
const probeMs = 3_000;

export interface DatabaseOptions {
  /** A PostgreSQL server's address; without one the embedded database in `<dataDir>/db` is opened. */
  url?: string | undefined;
  dataDir: string;
  /** Server: how many connections the pool opens at most; default: as many as this machine can give work to. */
  connections?: number;
  /** Server: connections that no pooler stands before keep planned statements; default: true. */
  keepsStatements?: boolean;
  /** Server: without query timeouts, for commands that copy or check everything. */
  unlimited?: boolean;
  /** Embedded: how long to wait for a process that is just closing. */
  lockWaitMs?: number | undefined;
  /** Embedded, for tests and for copies that are synced whole or thrown away: commits are answered before they are on disk. */
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
  const took = slowQueries && ((text: string, ms: number) => tellIfSlow(slowQueries, text, ms));
  const db = new Kysely<Tables>({ dialect: new EmbeddedDialect(pool, took) });
  return { db, pool, engine: 'embedded', close };
}

function openServerHome(
  url: string,
  { unlimited = false, connections, slowQueries, keepsStatements = true }: DatabaseOptions,
): Database {
  if (unlimited) return openUnlimited(url);
  const max = connections ?? standardConnections();
  const writers = Math.max(1, Math.floor(max * writersShare));
  const keepsWith = keepsStatements ? limits : undefined;
  const pool = openServerPool(url, { connections: max, queryMs, keepsWith });
  const took = slowQueries && ((text: string, ms: number) => tellIfSlow(slowQueries, text, ms));
  const dialect = new ServerDialect(pool, { ...limits, writers, ...(took && { took }) });
  const db = new Kysely<Tables>({ dialect });
  const probe = openProbe(url);
  sideDoors.set(db, {
    probe,
    openUnlimited: () => openUnlimited(url),
    writersWaiting: () => dialect.writersWaiting(),
  });
  const close = async (): Promise<void> => void (await Promise.all([pool.end(), probe.destroy()]));
  let closing: Promise<void> | undefined;
  return { db, pool, engine: 'server', close: () => (closing ??= close()) };
}

/** For migrations and whole-shop commands, which may take long. One connection works, another may hold a lock meanwhile. */
function openUnlimited(url: string): Database {
  const pool = openServerPool(url, { connections: 2 });
  const db = kyselyOn(pool, { ...limits, statementMs: 0, writers: 1 });
  const home: Database = { db, pool, engine: 'server', close: () => pool.end() };
  sideDoors.set(db, {
    probe: db,
    openUnlimited: () => ({ ...home, close: async () => undefined }),
    writersWaiting: () => 0,
  });
  return home;
}

/** A connection of its own, so that nobody waits for the pool to learn whether the database answers. */
function openProbe(url: string): Kysely<Tables> {
  const pool = openServerPool(url, { connections: 1, connectMs: probeMs, queryMs: probeMs });
  return kyselyOn(pool, { ...limits, statementMs: probeMs, writers: 1 });
}

interface SideDoors {
  readonly probe: Kysely<Tables>;
  readonly openUnlimited: () => Database;
  readonly writersWaiting: () => number;
}

const sideDoors = new WeakMap<Kysely<Tables>, SideDoors>();

/** The same database by a way that never waits for the pool; embedded it has only the one. */
export function probeOf(db: Kysely<Tables>): Kysely<Tables> {
  return sideDoors.get(db)?.probe ?? db;
}

/** Runs `work` on the same database without query timeouts; embedded there is no pool but one connection, which has none. */
export async function withoutTimeouts<Result>(
  db: Kysely<Tables>,
  work: (unlimited: Kysely<Tables>, pool: pg.Pool | undefined) => Promise<Result>,
): Promise<Result> {
  const unlimited = sideDoors.get(db)?.openUnlimited();
  if (!unlimited) return work(db, undefined);
  try {
    return await work(unlimited.db, unlimited.pool);
  } finally {
    await unlimited.close();
  }
}

/** How many writers wait for their turn, and do not ask for a connection yet; embedded everybody asks at once. */
export function writersWaiting(db: Kysely<Tables>): number {
  return sideDoors.get(db)?.writersWaiting() ?? 0;
}

function kyselyOn(pool: pg.Pool, sharing: Sharing): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new ServerDialect(pool, sharing) });
}

/** Also of one that failed: it may have been ended because it took too long. The time in the queue for a connection is not its own. */
function tellIfSlow({ overMs, tell }: SlowQueries, text: string, ms: number): void {
  if (ms > overMs)
    tell({
      sql: text.replaceAll(/\s+/g, ' ').trim().slice(0, longestToldSql),
      ms: Math.round(ms),
    });
}
