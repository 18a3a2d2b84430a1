import pg from 'pg';

/** What was sent to a database in one go. */
export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** Notes every statement that this process sends by `pg` while `work` runs. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = [];
  const client = pg.Client.prototype as unknown as { query: (...words: unknown[]) => unknown };
  const original = client.query;
  client.query = function query(this: unknown, ...words: unknown[]) {
    sent.push(statementOf(words));
    return original.apply(this, words);
  };
  try {
    await work();
  } finally {
    client.query = original;
  }
  return sent;
}

/** It is sent as a text, with its values beside it, or as an object that has both. */
function statementOf([query, beside]: readonly unknown[]): Statement {
  const { text, values } =
    typeof query === 'string'
      ? { text: query, values: beside }
      : (query as { text: string; values?: unknown });
  return { text, values: Array.isArray(values) ? values : [] };
}

/** Sends statements one after the other by one connection of a pool, with nothing around them. */
export async function sendAgain(pool: pg.Pool, statements: readonly Statement[]): Promise<void> {
  const client = await pool.connect();
  try {
    for (const { text, values } of statements) await client.query({ text, values });
  } finally {
    client.release();
  }
}
