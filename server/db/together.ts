import type { CompiledQuery, Kysely, QueryResult, Transaction } from 'kysely';
import type pg from 'pg';
import type { Tables } from './schema.ts';

/** Statements that are sent in one go, in a transaction perhaps with its commit behind them. */
export interface Together extends CompiledQuery {
  readonly all: readonly CompiledQuery[];
  readonly commits: boolean;
}

/** The rows of each statement. */
type RowsOfEach<Queries extends readonly CompiledQuery[]> = {
  [At in keyof Queries]: Queries[At] extends CompiledQuery<infer Row> ? Row[] : never;
};

/**
 * Runs statements one after the other and waits for the database once. Each sees what others have committed before it began, as if
 * it had been sent by itself; after one that fails none is run. Outside a transaction they are one of their own: all of them are
 * committed at their end, or none.
 */
export function together<const Queries extends readonly CompiledQuery[]>(
  db: Pick<Kysely<Tables>, 'executeQuery'>,
  queries: Queries,
): Promise<RowsOfEach<Queries>> {
  return run(db, queries, false);
}

/**
 * As `together`, with the commit of the transaction behind the last: what it locks is held no longer than it takes. If one fails,
 * nothing is committed. Only for whoever began the transaction: what comes after it is refused.
 */
export function lastly<const Queries extends readonly CompiledQuery[]>(
  tx: Transaction<Tables>,
  queries: Queries,
): Promise<RowsOfEach<Queries>> {
  return run(tx, queries, true);
}

async function run<const Queries extends readonly CompiledQuery[]>(
  db: Pick<Kysely<Tables>, 'executeQuery'>,
  all: Queries,
  commits: boolean,
): Promise<RowsOfEach<Queries>> {
  const [first] = all;
  if (first === undefined) throw new Error('No statement is nothing to run.');
  const text = all.map(({ sql }) => sql).join(';\n');
  const query: Together = { ...first, sql: text, parameters: [], all, commits };
  return (await db.executeQuery(query)).rows as unknown as RowsOfEach<Queries>;
}

/** The statements that a query is made of. */
export function partsOf(query: CompiledQuery): Pick<Together, 'all' | 'commits'> {
  return 'all' in query ? (query as Together) : { all: [query], commits: false };
}

const counted = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** Kysely's answer to a query: of several statements the rows of each. */
export function answerOf<Row>(
  query: CompiledQuery,
  results: readonly pg.QueryResult[],
): QueryResult<Row> {
  if ('all' in query) return { rows: results.map(({ rows }) => rows) as Row[] };
  const [{ command, rowCount, rows } = { command: '', rowCount: 0, rows: [] }] = results;
  return {
    rows: rows as Row[],
    ...(counted.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}),
  };
}
