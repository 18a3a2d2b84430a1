import pg from 'pg';
import { typeParsers } from './type-parsers.ts';

const statementTimeoutMs = 10_000;
// A little longer than the statement timeout: this one is for a server that does not answer at all.
const queryTimeoutMs = 12_000;
const connectionTimeoutMs = 5_000;
const connections = 10;

/** Opens a pool on a PostgreSQL server; `unlimited` is for work that may take long (one connection, no time limits). */
export function openServerPool(
  url: string,
  { unlimited = false }: { unlimited?: boolean } = {},
): pg.Pool {
  const limits = unlimited
    ? { max: 1, statement_timeout: 0 }
    : { max: connections, statement_timeout: statementTimeoutMs, query_timeout: queryTimeoutMs };
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: connectionTimeoutMs,
    keepAlive: true,
    application_name: 'underhood',
    types: typeParsers,
    Client: ClosingClient,
    ...limits,
  });
  // Without these two listeners a lost connection would end the process. The running query gets the error, and the pool
  // opens a new connection.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}

const readTimeoutMessage = 'Query read timeout';

/**
 * Closes its connection after a query timeout. `pg` would keep the connection and queue the next query behind the dead one,
 * so that after a network failure every pooled connection would time out for many minutes.
 */
class ClosingClient extends pg.Client {
  override query(...args: unknown[]): never {
    const answer: unknown = Reflect.apply(super.query, this, args);
    if (answer instanceof Promise) {
      answer.catch((error: unknown) => {
        if (error instanceof Error && error.message === readTimeoutMessage)
          this.#closeConnection(error);
      });
    }
    return answer as never;
  }

  #closeConnection(error: Error): void {
    (
      this as unknown as { connection: { stream: { destroy(error: Error): void } } }
    ).connection.stream.destroy(error);
  }
}
