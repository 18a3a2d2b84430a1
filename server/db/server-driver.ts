import { AbortedTransactionError, type Driver, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { workQueue, type WorkQueue } from '#server/work-queue.ts';
import { patienceMs, ServerSession, standstillMs, type SessionLimits } from './server-session.ts';

/** How a pool's connections are shared and limited. */
export interface Sharing extends SessionLimits {
  /** How many connections writers may hold at once. */
  readonly writers: number;
}

const mostWaiting = 1_000;

/**
 * Kysely's dialect for a PostgreSQL server, directly or behind a pooler in transaction mode: no connection keeps a setting, and
 * writers leave connections to readers (docs/decisions/0029-poolers-locks-and-versions.md).
 */
export class ServerDialect extends PostgresDialect {
  readonly #pool: pg.Pool;
  readonly #queue: WorkQueue;
  readonly #sharing: Sharing;

  constructor(pool: pg.Pool, sharing: Sharing) {
    super({ pool });
    this.#pool = pool;
    this.#sharing = sharing;
    const limits = { waiting: mostWaiting, patienceMs, standstillMs };
    this.#queue = workQueue({ ...limits, atOnce: sharing.writers });
  }

  override createDriver(): Driver {
    return new ServerDriver(
      this.#pool,
      () => new ServerSession(this.#pool, this.#queue, this.#sharing),
    );
  }

  /** How many writers wait for their turn, and do not ask for a connection yet. */
  writersWaiting(): number {
    return this.#queue.waiting();
  }
}

class ServerDriver implements Driver {
  readonly #open: () => ServerSession;
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool, open: () => ServerSession) {
    this.#pool = pool;
    this.#open = open;
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  acquireConnection(): Promise<ServerSession> {
    return Promise.resolve(this.#open());
  }

  beginTransaction(session: ServerSession): Promise<void> {
    return session.begin();
  }

  async commitTransaction(session: ServerSession): Promise<void> {
    // A transaction with a failed statement is rolled back, and the server says so.
    if ((await session.end('commit')) === 'ROLLBACK') throw new AbortedTransactionError();
  }

  async rollbackTransaction(session: ServerSession): Promise<void> {
    await session.end('rollback');
  }

  async releaseConnection(session: ServerSession): Promise<void> {
    session.release();
  }

  async destroy(): Promise<void> {
    if (!this.#pool.ending) await this.#pool.end();
  }
}
