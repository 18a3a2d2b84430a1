import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import { isForAnyValues, stepsForAnyValues } from '#server/db/any-values.ts';
import { answerOf, partsOf } from '#server/db/together.ts';
import { sendSteps, type Step } from '#server/db/wire-query.ts';
import { PreparingClient } from './preparing-client.ts';

/** Kysely's dialect for the embedded engine, which answers several statements at once where it is asked them at once. */
export class EmbeddedDialect extends PostgresDialect {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): Driver {
    return new EmbeddedDriver(this.#pool);
  }
}

class EmbeddedDriver implements Driver {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  async acquireConnection(): Promise<EmbeddedSession> {
    return new EmbeddedSession(await this.#pool.connect());
  }

  async beginTransaction(session: EmbeddedSession): Promise<void> {
    session.begin();
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

/** One use of the engine's connection. A transaction begins with its first statement. */
class EmbeddedSession implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  #toBegin = false;
  #isTransaction = false;
  #ended: string | undefined;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  begin(): void {
    this.#toBegin = true;
    this.#isTransaction = true;
  }

  async end(command: 'commit' | 'rollback'): Promise<string> {
    if (this.#ended !== undefined) return this.#ended;
    if (this.#toBegin) return command.toUpperCase();
    return (await this.#client.query(command)).command;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#ended !== undefined) throw new Error('The transaction is over.');
    const { all, commits } = partsOf(query);
    const steps = all.map(({ sql, parameters }) => this.#stepOf(sql, parameters));
    const [only, ...others] = steps;
    const isAlone = only !== undefined && others.length === 0 && !commits;
    // Text without values may be several statements, which only go by themselves.
    if (this.#toBegin && isAlone && only.values.length === 0) {
      this.#toBegin = false;
      await this.#client.query('begin');
    }
    if (isAlone && !this.#isTransaction && only.name !== undefined && isForAnyValues(only.text))
      return answerOf(query, await sendSteps(this.#client, stepsForAnyValues(only)));
    if (isAlone && !this.#toBegin)
      return answerOf(query, [await this.#client.query(only.text, [...only.values])]);
    if (this.#toBegin) steps.unshift({ ...this.#stepOf('begin', []), isAside: true });
    this.#toBegin = false;
    if (commits) steps.push(this.#stepOf('commit', []));
    const results = await sendSteps(this.#client, steps);
    if (commits) this.#ended = results.pop()?.command ?? '';
    return answerOf(query, results);
  }

  #stepOf(text: string, values: readonly unknown[]): Step {
    const client = this.#client;
    const name = client instanceof PreparingClient ? client.nameOf(text, values) : undefined;
    return { name, text, values };
  }

  streamQuery(): never {
    throw new Error('The shop streams no rows.');
  }

  release(): void {
    this.#client.release();
  }
}
