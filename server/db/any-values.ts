import { sql, type RawBuilder } from 'kysely';
import type { Step } from './wire-query.ts';

const mark = '/* for any values */';

/**
 * Stands at the end of a statement of which one plan is the best for all values (record 0074). The database would plan it at each use,
 * because values make it look cheaper. Its plan reads by indexes and in their order wherever there is one, and by itself: to start others who help takes longer than these statements. Within a transaction, and beside statements that do not say so, it is a statement like others.
 */
export const forAnyValues: RawBuilder<unknown> = sql.raw(mark);

export function isForAnyValues(text: string): boolean {
  return text.endsWith(mark);
}

/** Holds for the transaction of the statements behind it. */
const plansForAnyValues: Step = {
  name: 'any_values',
  text: "select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true), set_config('enable_sort', 'off', true), set_config('enable_incremental_sort', 'off', true), set_config('max_parallel_workers_per_gather', '0', true)",
  values: [],
  isAside: true,
};

/** A plan that was made for a small table would be kept while it grows, until somebody analyzes it. */
const renewedAfterMs = 30_000;

/** These statements with what goes in front of them, if all of them are kept and for any values. */
export function stepsForAnyValues(statements: readonly Step[]): Step[] | undefined {
  const all = statements.every(({ name, text }) => name !== undefined && isForAnyValues(text));
  if (!all) return undefined;
  return [plansForAnyValues, ...statements.map((its) => ({ ...its, renewedAfterMs }))];
}
