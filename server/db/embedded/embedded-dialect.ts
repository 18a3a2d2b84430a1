import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import { stepsForAnyValues } from '#server/db/any-values.ts';
import type { Took } from '#server/db/server-session.ts';
import { answerOf, partsOf } from '#server/db/together.ts';
import { sendSteps, type Step } from '#server/db/wire-query.ts';
import { PreparingClient } from './preparing-client.ts';
import { SharedClient } from './shared-client.ts';

/** Kysely's dialect for the embedded engine, which answers several statements at once where it is asked them at once. */
export class EmbeddedDialect extends PostgresDialect {
  readonly #pool: pg.Pool;
  readonly #took: Took | undefined;

  constructor(pool: pg.Pool, took?: Took) {
    super({ pool });
    this.#pool = pool;
    this.#took = took;
  }

  override createDriver(): Driver {
    return new EmbeddedDriver(this.#pool, this.#took);
  }
}

class EmbeddedDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #shared: SharedClient;
  readonly #took: Took | undefined;

  constructor(pool: pg.Pool, took: Took | undefined) {
    this.#pool = pool;
    this.#shared = new SharedClient(pool);
    this.#took = took;
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  async acquireConnection(): Promise<EmbeddedSession> {
    return new EmbeddedSession(this.#pool, this.#shared, this.#took);
  }

  async beginTransaction(session: EmbeddedSession): Promise<void> {
    await session.begin();
  }

  async commitTransaction(session: EmbeddedSession): Promise<void> {
    // A transaction with a failed statement is rolled back, and the engine says so.
    if ((await session.end('commit')) === 'ROLLBACK') throw new AbortedTransactionError();
  }

  async rollbackTransaction(session: EmbeddedSession): Promise<void> {
    await session.end('rollback');
  }

  async releaseConnection(session: EmbeddedSession): Promise<void> {
    session.release();
  }

  async destroy(): Promise<void> {
    if (!this.#pool.ending) await this.#pool.end();
  }
}

/** One use of the engine. A transaction has the connection alone; it is begun together with its first statement. */
class EmbeddedSession implements DatabaseConnection {
  readonly #pool: pg.Pool;
  readonly #shared: SharedClient;
  readonly #took: Took | undefined;
  /** That of a transaction. */
  #client: pg.PoolClient | undefined;
  #toBegin = false;
  #ended: string | undefined;

  constructor(pool: pg.Pool, shared: SharedClient, took: Took | undefined) {
    this.#pool = pool;
    this.#shared = shared;
    this.#took = took;
  }

  async begin(): Promise<void> {
    this.#client = await this.#pool.connect();
    this.#toBegin = true;
  }

  async end(command: 'commit' | 'rollback'): Promise<string> {
    if (this.#ended !== undefined) return this.#ended;
    // It had no statement.
    if (this.#toBegin || this.#client === undefined) return command.toUpperCase();
    return (await this.#client.query(command)).command;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#ended !== undefined) throw new Error('The transaction is over.');
    const { all, commits } = partsOf(query);
    const took = (ms: number) => this.#took?.(query.sql, ms);
    const client = this.#client;
    if (client === undefined)
      return answerOf(query, await this.#shared.run((shared) => sendAlone(shared, all), took));
    const begins = this.#toBegin;
    this.#toBegin = false;
    const since = performance.now();
    try {
      const results = await sendWithin(client, all, { begins, commits });
      if (commits) this.#ended = results.pop()?.command ?? '';
      return answerOf(query, results);
    } finally {
      took(performance.now() - since);
    }
  }

  streamQuery(): never {
    throw new Error('The shop streams no rows.');
  }

  release(): void {
    this.#client?.release();
  }
}

/** Sends statements outside a transaction; several are one of their own. */
async function sendAlone(
  client: pg.PoolClient,
  all: readonly CompiledQuery[],
): Promise<pg.QueryResult[]> {
  const simple = textAlone(all);
  if (simple !== undefined) return [await client.query(simple)];
  const steps = all.map((query) => stepOf(client, query));
  return sendSteps(client, stepsForAnyValues(steps) ?? steps);
}

/** Sends statements of a transaction, with its begin and its commit where these are due. */
async function sendWithin(
  client: pg.PoolClient,
  all: readonly CompiledQuery[],
  { begins, commits }: { begins: boolean; commits: boolean },
): Promise<pg.QueryResult[]> {
  const simple = commits ? undefined : textAlone(all);
  if (simple !== undefined) {
    if (begins) await client.query('begin');
    return [await client.query(simple)];
  }
  const steps = all.map((query) => stepOf(client, query));
  if (begins) steps.unshift({ name: undefined, text: 'begin', values: [], isAside: true });
  if (commits) steps.push({ name: undefined, text: 'commit', values: [] });
  return sendSteps(client, steps);
}

/** Text without values may be several statements, which only go by themselves. */
function textAlone([only, ...others]: readonly CompiledQuery[]): string | undefined {
  return only?.parameters.length === 0 && others.length === 0 ? only.sql : undefined;
}

function stepOf(client: pg.PoolClient, { sql: text, parameters: values }: CompiledQuery): Step {
  const name = client instanceof PreparingClient ? client.nameOf(text, values) : undefined;
  return { name, text, values };
}
