import pg from 'pg';
import { limitsText } from '#server/db/prepared-statements.ts';

/** What was sent to a database in one go. */
export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** Notes every statement that this process sends by `pg` while `work` runs, by round trips: what is sent together is answered together. `isOthers`: what is sent now is not to be noted. */
export async function recordTrips(
  work: () => Promise<unknown>,
  isOthers = () => false,
): Promise<Statement[][]> {
  const trips: Statement[][] = [];
  const client = pg.Client.prototype as unknown as { query: (...words: unknown[]) => unknown };
  const original = client.query;
  client.query = function query(this: unknown, ...words: unknown[]) {
    if (!isOthers()) trips.push(statementsOf(words));
    return original.apply(this, words);
  };
  try {
    await work();
  } finally {
    client.query = original;
  }
  return trips;
}

/** As `recordTrips`, one after the other. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  return (await recordTrips(work)).flat();
}

/** Sent as a text, with its values beside it, as an object that has both, or as several of these. Without the limits of a statement. */
function statementsOf([query, beside]: readonly unknown[]): Statement[] {
  if (typeof query === 'string') return [statementOf({ text: query, values: beside })];
  const { steps } = query as { steps?: readonly { text: string; values: unknown }[] };
  const sent = steps ?? [query as { text: string }];
  return sent.filter(({ text }) => text !== limitsText).map(statementOf);
}

function statementOf({ text, values }: { text: string; values?: unknown }): Statement {
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
