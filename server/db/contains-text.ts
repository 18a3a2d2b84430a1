import { sql, type RawBuilder } from 'kysely';

/** Whether one of these columns contains what somebody typed, whatever its case; `%` and `_` are only themselves. */
export function containsText(
  typed: string,
  columns: readonly RawBuilder<unknown>[],
): RawBuilder<boolean> {
  const pattern = `%${typed.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql<boolean>`(${sql.join(
    columns.map((column) => sql`${column}::text ilike ${pattern}`),
    sql` or `,
  )})`;
}
