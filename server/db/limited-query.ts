import pg from 'pg';
import {
  beginName,
  beginText,
  keepsStatements,
  limitsName,
  limitsText,
  statementName,
} from './prepared-statements.ts';

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

/** What travels in front of a statement. */
interface Front {
  /** Begins a transaction, of which each statement has the limits; otherwise they end with the statement. */
  readonly begins: boolean;
  /**
   * The connection keeps its statements. Otherwise they are parsed, and nothing else may have a name: `pg` takes the first answer to
   * a parse for the statement's own.
   */
  readonly isKept: boolean;
  readonly values: readonly string[];
}

/**
 * One statement with time limits, in one round trip: the limits, and the settings beside them, travel in front of it, in the transaction
 * that it begins or in its own implicit one, and end with that. So nothing is left on a connection that a pooler gives to somebody
 * else next. If what is in front fails, the server skips the statement.
 */
class LimitedQuery extends Query {
  readonly #front: Front;
  /** Answers that come before the statement's own. */
  #answersBefore: number;

  constructor(config: QueryConfig, front: Front) {
    super(config);
    this.#front = front;
    this.#answersBefore = front.begins ? 2 : 1;
  }

  override submit(connection: Wire): Error | null {
    connection.stream.cork();
    const { begins, isKept, values } = this.#front;
    if (begins) {
      if (!isKept) connection.parse({ text: beginText });
      connection.bind({ statement: isKept ? beginName : undefined });
      connection.execute({});
    }
    if (!isKept) connection.parse({ text: limitsText });
    connection.bind({ statement: isKept ? limitsName : undefined, values });
    connection.execute({});
    const fault = super.submit(connection);
    connection.stream.uncork();
    return fault;
  }

  override handleDataRow(message: unknown): void {
    if (this.#answersBefore === 0) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.#answersBefore === 0) super.handleCommandComplete(message, connection);
    else this.#answersBefore -= 1;
  }
}

// Dates are written as the shop reads them. Compiling a statement takes the server longer than any of the shop's statements takes without.

/** Runs one statement with its limits: the first of a transaction that it begins, or one outside any. */
export function limitedQuery(
  client: pg.ClientBase,
  { text, values }: { text: string; values: readonly unknown[] },
  { statementMs, lockMs, begins }: Limits & { readonly begins: boolean },
): Promise<pg.QueryResult> {
  const front = {
    begins,
    isKept: keepsStatements(client),
    values: [String(statementMs), String(lockMs)],
  };
  return new Promise((resolve, reject) => {
    const callback: QueryConfig['callback'] = (error, result) =>
      error ? reject(error) : resolve(result);
    const name = statementName(client, { text, values });
    const config: QueryConfig = {
      name,
      text,
      values: [...values],
      queryMode: 'extended',
      callback,
    };
    client.query(new LimitedQuery(config, front) as unknown as pg.Submittable);
  });
}
