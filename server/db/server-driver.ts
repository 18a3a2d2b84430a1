import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import { workQueue, type WorkQueue } from '#server/work-queue.ts';
import { limitedQuery, type Limits } from './limited-query.ts';
import { statementName } from './prepared-statements.ts';

/** How a pool's connections are shared and limited. */
export interface Sharing extends Limits {
  /** How many connections writers may hold at once. */
  readonly writers: number;
  /** Told how long each statement took, also one that failed, without its wait for a turn and a connection. */
  readonly took?: Took;
}

type Took = (sql: string, ms: number) => void;

/** A writer that waits for its turn is refused when none gets through for so long; in a burst of many it waits longer. */
const standstillMs = 1_200;
const patienceMs = 5_000;
/** A turn at a standstill and the two locks of a row together: whoever waited for the one waits less for the others. */
const standstillAndLocksMs = 2_800;
/** For each of the locks, however long the turn took. */
const leastLockMs = 200;
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
    return new ServerDriver(this.#pool, () => new Session(this.#pool, this.#queue, this.#sharing));
  }

  /** How many writers wait for their turn, and do not ask for a connection yet. */
  writersWaiting(): number {
    return this.#queue.waiting();
  }
}

class ServerDriver implements Driver {
  readonly #open: () => Session;
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool, open: () => Session) {
    this.#pool = pool;
    this.#open = open;
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  acquireConnection(): Promise<Session> {
    return Promise.resolve(this.#open());
  }

  beginTransaction(session: Session): Promise<void> {
    return session.begin();
  }

  async commitTransaction(session: Session): Promise<void> {
    // A transaction with a failed statement is rolled back, and the server says so.
    if ((await session.end('commit')) === 'ROLLBACK') throw new AbortedTransactionError();
  }

  async rollbackTransaction(session: Session): Promise<void> {
    await session.end('rollback');
  }

  async releaseConnection(session: Session): Promise<void> {
    session.release();
  }

  async destroy(): Promise<void> {
    if (!this.#pool.ending) await this.#pool.end();
  }
}

/** One use of the pool. Takes a connection with its first statement, because only then it is known whether it writes. */
class Session implements DatabaseConnection {
  readonly #pool: pg.Pool;
  readonly #queue: WorkQueue;
  readonly #limits: Limits;
  readonly #took: Took | undefined;
  #client: pg.PoolClient | undefined;
  #endTurn: EndTurn | undefined;
  /** Limits of a transaction that begins with its first statement. */
  #toBegin: Limits | undefined;
  #isTransaction = false;
  #isBroken = false;
  /** It did not get a lock, or no answer. */
  #isHeldUp = false;

  constructor(
    pool: pg.Pool,
    queue: WorkQueue,
    { took, ...limits }: Limits & Pick<Sharing, 'took'>,
  ) {
    this.#pool = pool;
    this.#queue = queue;
    this.#limits = limits;
    this.#took = took;
  }

  async begin(): Promise<void> {
    this.#toBegin = await this.#waitForTurn();
    this.#isTransaction = true;
  }

  /** Answers how the transaction ended: COMMIT or ROLLBACK. */
  async end(command: 'commit' | 'rollback'): Promise<string> {
    // It had no statement.
    if (this.#toBegin !== undefined) return command.toUpperCase();
    // A connection that answers no more is closed, and the server rolls back by itself; asking it would take as long again.
    if (this.#isBroken && command === 'rollback') return 'ROLLBACK';
    try {
      return (await this.#run((client) => client.query(command))).command;
    } catch (error) {
      // Nobody knows what state it is in.
      this.#isBroken = true;
      throw error;
    }
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const statement = { text: sql, values: [...parameters] };
    const toBegin = this.#toBegin;
    const limits =
      this.#isTransaction || isRead(sql) ? (toBegin ?? this.#limits) : await this.#waitForTurn();
    const ask = (client: pg.PoolClient) => {
      this.#toBegin = undefined;
      return this.#isTransaction && toBegin === undefined
        ? client.query({ ...statement, name: statementName(client, statement) })
        : limitedQuery(client, statement, { ...limits, begins: toBegin !== undefined });
    };
    return answerOf(await this.#run((client) => this.#timed(sql, () => ask(client))));
  }

  async #timed<Answer>(sql: string, ask: () => Promise<Answer>): Promise<Answer> {
    const since = performance.now();
    try {
      return await ask();
    } finally {
      this.#took?.(sql, performance.now() - since);
    }
  }

  streamQuery(): never {
    throw new Error('The shop streams no rows.');
  }

  release(): void {
    this.#client?.release(this.#isBroken);
    this.#endTurn?.(!this.#isHeldUp);
  }

  /** Answers the limits with what is left of a writer's patience. */
  async #waitForTurn(): Promise<Limits> {
    if (this.#endTurn !== undefined) return this.#limits;
    const since = performance.now();
    this.#endTurn = await turnOf(this.#queue);
    const waited = performance.now() - since;
    // In a burst it waited for others to get through, and will, too.
    const lost = this.#queue.failedAt() > since ? waited : Math.min(waited, standstillMs);
    const lockMs = Math.max(leastLockMs, Math.ceil((standstillAndLocksMs - lost) / 2));
    return { ...this.#limits, lockMs: Math.min(this.#limits.lockMs, lockMs) };
  }

  async #run(work: (client: pg.PoolClient) => Promise<pg.QueryResult>): Promise<pg.QueryResult> {
    try {
      this.#client ??= await this.#pool.connect();
      return await work(this.#client);
    } catch (error) {
      // Without a SQLSTATE it is not the server's answer: after a network failure the next query would wait behind the dead one.
      const { code } = error as { code?: unknown };
      if (code === undefined) this.#isBroken = true;
      if (code === undefined || code === lockNotGiven) this.#isHeldUp = true;
      throw error;
    }
  }
}

/** Ends a turn; not well when it was held up. */
type EndTurn = (well: boolean) => void;

/** Resolves at the turn, with the function that ends it. Rejects with `QueueFull`. */
function turnOf(queue: WorkQueue): Promise<EndTurn> {
  return new Promise((begin, reject) => {
    const work = () =>
      new Promise<void>((end, fail) => begin((well) => (well ? end() : fail(heldUp))));
    // Of a turn that has begun nobody listens any more.
    queue(work).catch(reject);
  });
}

const heldUp = new Error('The writer was held up.');
/** SQLSTATE of a lock that was not given in time. */
const lockNotGiven = '55P03';

const writes = /\b(?:insert|update|delete|merge)\b/i;
/** Also of several selects in parentheses, and of one that begins with named queries, when none of these writes. */
const isRead = (text: string): boolean =>
  /^[\s(]*select\b/i.test(text) || (/^\s*with\b/i.test(text) && !writes.test(text));

const counted = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

function answerOf<Row>({ command, rowCount, rows }: pg.QueryResult): QueryResult<Row> {
  return {
    rows: rows as Row[],
    ...(counted.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}),
  };
}
