import type pg from 'pg';
import { stepsForAnyValues } from './any-values.ts';
import {
  beginName,
  beginText,
  commitName,
  commitText,
  isLimitedTo,
  keepsStatements,
  limitsName,
  limitsText,
  limitValues,
  statementName,
  type Limits,
} from './prepared-statements.ts';
import { sendSteps, type Step } from './wire-query.ts';

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
   * what is in front fails, the server skips the statement. They stay at home where the connection has the same from its beginning, because no
   * pooler is in between (docs/decisions/0058-limits-of-a-connection.md).
   */
  readonly limits?: Limits | undefined;
  readonly begins: boolean;
  readonly commits: boolean;
  /** Whether the statements are known to be a transaction of their own. */
  readonly isOwnTransaction?: boolean;
}

/** Sends statements in one go, with what travels around them. Answers the results of the statements, and of the commit. */
export async function limitedQuery(
  client: pg.ClientBase,
  statements: readonly Statement[],
  { limits: wanted, begins, commits, isOwnTransaction = false }: Around,
): Promise<pg.QueryResult[]> {
  const limits = wanted && isLimitedTo(client, wanted) ? undefined : wanted;
  const steps: Step[] = statements.map((statement) => ({
    ...statement,
    name: statementName(client, statement),
  }));
  if (limits === undefined && !begins && !commits) {
    const forAny = isOwnTransaction ? stepsForAnyValues(steps) : undefined;
    if (forAny) return sendSteps(client, forAny);
    const [only, ...others] = steps;
    if (only && others.length === 0)
      return [await client.query({ text: only.text, values: [...only.values], name: only.name })];
  }
  const isKept = keepsStatements(client);
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

function limitsStep(limits: Limits, isKept: boolean): Step {
  return {
    name: isKept ? limitsName : undefined,
    text: limitsText,
    values: limitValues(limits),
    isAside: true,
  };
}
