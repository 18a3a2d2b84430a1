import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type pg from 'pg';
import type { WorkQueue } from '#server/work-queue.ts';
import { limitedQuery } from './limited-query.ts';
import type { Limits } from './prepared-statements.ts';
import { answerOf, partsOf } from './together.ts';

/** A session's limits. */
export interface SessionLimits extends Limits {
  /** Told how long each statement took, also one that failed, without its wait for a turn and a connection. */
  readonly took?: Took;
}

export type Took = (sql: string, ms: number) => void;

/** A writer that waits for its turn is refused when none gets through for so long; in a burst of many it waits longer. */
export const standstillMs = 1_200;
export const patienceMs = 5_000;
/** A turn at a standstill and the two locks of a row together: whoever waited for the one waits less for the others. */
const standstillAndLocksMs = 2_800;
/** For each of the locks, however long the turn took. */
const leastLockMs = 200;

/** One use of the pool. Takes a connection with its first statement, because only then it is known whether it writes. */
export class ServerSession implements DatabaseConnection {
  readonly #pool: pg.Pool;
  readonly #queue: WorkQueue;
  readonly #limits: Limits;
  readonly #took: Took | undefined;
  #client: pg.PoolClient | undefined;
  #endTurn: EndTurn | undefined;
  /** Limits of a transaction that begins with its first statement. */
  #toBegin: Limits | undefined;
  #isTransaction = false;
  /** How it ended, if its last statement brought the commit along. */
  #ended: string | undefined;
  #isBroken = false;
  /** It did not get a lock, or no answer. */
  #isHeldUp = false;

  constructor(pool: pg.Pool, queue: WorkQueue, { took, ...limits }: SessionLimits) {
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
    if (this.#ended !== undefined) return this.#ended;
    // It had no statement.
    if (this.#toBegin !== undefined) return command.toUpperCase();
    // A connection that answers no more is closed, and the server rolls back by itself; asking it would take as long again.
    if (this.#isBroken && command === 'rollback') return 'ROLLBACK';
    try {
      const [ended] = await this.#run(async (client) => [await client.query(command)]);
      return ended?.command ?? '';
    } catch (error) {
      // Nobody knows what state it is in.
      this.#isBroken = true;
      throw error;
    }
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#ended !== undefined) throw new Error('The transaction is over.');
    const { all, commits } = partsOf(query);
    const statements = all.map(({ sql, parameters }) => ({ text: sql, values: parameters }));
    const toBegin = this.#toBegin;
    const limits = this.#isTransaction ? toBegin : await this.#limitsOf(all);
    const ask = (client: pg.PoolClient) => {
      this.#toBegin = undefined;
      const begins = toBegin !== undefined;
      return limitedQuery(client, statements, {
        limits,
        begins,
        commits,
        isOwnTransaction: !this.#isTransaction,
      });
    };
    const results = await this.#run((client) => this.#timed(query.sql, () => ask(client)));
    if (commits) this.#ended = results.pop()?.command ?? '';
    return answerOf(query, results);
  }

  async #limitsOf(all: readonly CompiledQuery[]): Promise<Limits> {
    return all.every(({ sql }) => isRead(sql)) ? this.#limits : this.#waitForTurn();
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

  async #run(
    work: (client: pg.PoolClient) => Promise<pg.QueryResult[]>,
  ): Promise<pg.QueryResult[]> {
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
