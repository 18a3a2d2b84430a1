import { sql, type RawBuilder } from 'kysely';

/**
 * Whether one of these columns contains the typed text, ignoring case; `%` and `_` are no wildcards. `ilike` means the same, and makes small letters of the
 * typed text again for each row and column.
 */
export function containsText(
  typed: string,
  columns: readonly RawBuilder<unknown>[],
): RawBuilder<boolean> {
  const pattern = `%${typed.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql<boolean>`(${sql.join(
    columns.map((column) => sql`lower(${column}::text) like (select lower(${pattern}::text))`),
    sql` or `,
  )})`;
}
