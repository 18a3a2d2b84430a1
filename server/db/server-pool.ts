import pg from 'pg';
import { keepStatements, type Limits } from './prepared-statements.ts';
import { StatementNames } from './statement-names.ts';
import { typeParsers } from './type-parsers.ts';

const connectionTimeoutMs = 5_000;

/**
 * The weaker words for TLS mean today what `verify-full` means, and `pg` warns at each start that they will not for ever. What they
 * mean here stays.
 */
function checkingCertificates(url: string): string {
  return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

interface PoolOptions {
  /** How many connections it opens at most. */
  readonly connections: number;
  /** Milliseconds to wait for a connection; default: 5000. */
  readonly connectMs?: number;
  /** Milliseconds after which a query without an answer fails and its connection is closed; default: never. */
  readonly queryMs?: number;
  /** Connections that go straight to the server keep the statements that they have planned, and these limits; default: they keep nothing. */
  readonly keepsWith?: Limits | undefined;
}

/**
 * Opens a pool on a PostgreSQL server. It starts connections without settings, which poolers refuse;
 * limits come with each transaction and statement (`server-driver.ts`).
 */
export function openServerPool(
  url: string,
  { connections, connectMs = connectionTimeoutMs, queryMs, keepsWith }: PoolOptions,
): pg.Pool {
  const names = new StatementNames();
  // The pool waits for it, though its types do not say so.
  const hooks: object = keepsWith
    ? { onConnect: (client: pg.ClientBase) => keepStatements(client, keepsWith, names) }
    : {};
  const pool = new pg.Pool({
    connectionString: checkingCertificates(url),
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    application_name: 'underhood',
    types: typeParsers,
    max: connections,
    ...(queryMs === undefined ? {} : { query_timeout: queryMs }),
    ...hooks,
  });
  // Without these two listeners a lost connection would end the process. The running query gets the error, and the pool
  // opens a new connection.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}
