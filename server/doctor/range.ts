import { sql, type RawBuilder } from 'kysely';

/** The rows of a table that a statement of the doctor looks at, by a column: all of them, some in a row, or one. */
export type Range =
  | 'all'
  | { readonly only: string }
  /** Above `after`, up to `upTo`; from the first without the one, to the last without the other. */
  | { readonly after: string | undefined; readonly upTo: string | undefined };

/** SQL: whether a column is in the range. */
export type Within = (column: string) => RawBuilder<unknown>;

export function within(range: Range): Within {
  if (range === 'all') return () => sql`true`;
  if ('only' in range) return (column) => sql`${sql.ref(column)} = ${range.only}`;
  const { after, upTo } = range;
  return (column) => {
    const above = after === undefined ? sql`true` : sql`${sql.ref(column)} > ${after}`;
    return upTo === undefined ? above : sql`${above} and ${sql.ref(column)} <= ${upTo}`;
  };
}
