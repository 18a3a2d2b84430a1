import { sql, type RawBuilder } from 'kysely';

/** The rows of a table that a statement of the doctor looks at, by a column: all of them, or those with these values. */
export type Range = 'all' | readonly string[];

/** SQL: whether a column is in the range. */
export type Within = (column: string) => RawBuilder<unknown>;

/**
 * Values one by one, although they are a stretch of the column: of a stretch the planner expects so few rows that it joins sums by nested loops, which sum up
 * anew for each row.
 */
export function within(range: Range): Within {
  return (column) => (range === 'all' ? sql`true` : sql`${sql.ref(column)} = any (${range})`);
}
