import { sql, type RawBuilder } from 'kysely';

/** Whether one of these columns contains the typed text, ignoring case; `%` and `_` are no wildcards. */
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
