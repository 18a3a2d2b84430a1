import type pg from 'pg';
import {
  beginName,
  beginText,
  commitName,
  commitText,
  keepsStatements,
  limitsName,
  limitsText,
  statementName,
} from './prepared-statements.ts';
import { sendSteps, type Step } from './wire-query.ts';

/** Milliseconds; 0 is no limit. */
export interface Limits {
  /** How long a statement may run. */
  readonly statementMs: number;
  /** How long a statement may wait for a lock. */
  readonly lockMs: number;
}

/** A statement and its values. */
interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What travels with statements of a server. */
interface Around {
  /**
   * Time limits, and the settings beside them: in the transaction that begins in front of the statements, or in the implicit one of a
   * statement outside any, and they end with that. So nothing is left on a connection that a pooler gives to somebody else next. If
   * what is in front fails, the server skips the statement.
   */
  readonly limits?: Limits | undefined;
  readonly begins: boolean;
  readonly commits: boolean;
}

/** Sends statements in one go, with what travels around them. Answers the results of the statements, and of the commit. */
export async function limitedQuery(
  client: pg.ClientBase,
  statements: readonly Statement[],
  { limits, begins, commits }: Around,
): Promise<pg.QueryResult[]> {
  const [only, ...others] = statements;
  if (only && others.length === 0 && limits === undefined && !commits)
    return [
      await client.query({
        text: only.text,
        values: [...only.values],
        name: statementName(client, only),
      }),
    ];
  const isKept = keepsStatements(client);
  const steps: Step[] = statements.map((statement) => ({
    ...statement,
    name: statementName(client, statement),
  }));
  if (limits !== undefined) steps.unshift(limitsStep(limits, isKept));
  if (begins)
    steps.unshift({
      name: isKept ? beginName : undefined,
      text: beginText,
      values: [],
      isAside: true,
    });
  if (commits) steps.push({ name: isKept ? commitName : undefined, text: commitText, values: [] });
  return sendSteps(client, steps);
}

// Dates are written as the shop reads them. Compiling a statement takes the server longer than any of the shop's statements takes without.
function limitsStep({ statementMs, lockMs }: Limits, isKept: boolean): Step {
  return {
    name: isKept ? limitsName : undefined,
    text: limitsText,
    values: [String(statementMs), String(lockMs)],
    isAside: true,
  };
}
