import pg from 'pg';
import { keepsStatements, limitsName, limitsText, statementName } from './prepared-statements.ts';

/** Milliseconds; 0 is no limit. */
export interface Limits {
  /** How long a statement may run. */
  readonly statementMs: number;
  /** How long a statement may wait for a lock. */
  readonly lockMs: number;
}

/** What is used of `pg`'s own query and connection; its types leave most of it out. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  parse(message: { text: string }): void;
  bind(message: object): void;
  execute(message: object): void;
}
interface WireQuery {
  submit(connection: Wire): Error | null;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Wire): void;
}
interface QueryConfig {
  readonly name: string | undefined;
  readonly text: string;
  readonly values: unknown[];
  readonly queryMode: 'extended';
  readonly callback: (error: Error | null | undefined, result: pg.QueryResult) => void;
}
const Query = pg.Query as unknown as new (config: QueryConfig) => WireQuery;

/** Their statement, unless the connection does not keep it. */
interface BoundLimits {
  readonly statement: string | undefined;
  readonly values: readonly string[];
}

/**
 * One statement with time limits of its own, in one round trip: the limits, and the settings below, travel in front of it, in its own
 * implicit transaction, and end with it. So nothing is left on a connection that a pooler gives to somebody else next.
 */
class LimitedQuery extends Query {
  readonly #limits: BoundLimits;
  #limited = false;

  constructor(config: QueryConfig, limits: BoundLimits) {
    super(config);
    this.#limits = limits;
  }

  override submit(connection: Wire): Error | null {
    connection.stream.cork();
    const { statement, values } = this.#limits;
    if (statement === undefined) connection.parse({ text: limitsText });
    connection.bind({ statement, values });
    connection.execute({});
    const fault = super.submit(connection);
    connection.stream.uncork();
    return fault;
  }

  override handleDataRow(message: unknown): void {
    if (this.#limited) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.#limited) return super.handleCommandComplete(message, connection);
    this.#limited = true;
  }
}

// Dates are written as the shop reads them. Compiling a statement takes the server longer than any of the shop's statements takes without.

/** Runs one statement outside a transaction. */
export function limitedQuery(
  client: pg.ClientBase,
  { text, values }: { text: string; values: readonly unknown[] },
  { statementMs, lockMs }: Limits,
): Promise<pg.QueryResult> {
  const limits = {
    statement: keepsStatements(client) ? limitsName : undefined,
    values: [String(statementMs), String(lockMs)],
  };
  return new Promise((resolve, reject) => {
    const callback: QueryConfig['callback'] = (error, result) =>
      error ? reject(error) : resolve(result);
    const name = statementName(client, text);
    const config: QueryConfig = {
      name,
      text,
      values: [...values],
      queryMode: 'extended',
      callback,
    };
    client.query(new LimitedQuery(config, limits) as unknown as pg.Submittable);
  });
}

/** Begins a transaction with these limits for each of its statements, in one round trip. */
export function limitedBegin({ statementMs, lockMs }: Limits): string {
  return `begin; set local statement_timeout = ${statementMs}; set local lock_timeout = ${lockMs}; set local datestyle = ISO; set local jit = off`;
}
