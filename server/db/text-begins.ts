import { sql, type RawBuilder } from 'kysely';

/** Where to look, by an index of this text in small letters. */
interface Looked {
  readonly table: 'orders' | 'users' | 'batches';
  readonly column: 'id' | 'ctid';
  readonly text: RawBuilder<unknown>;
  /** The condition of the index, if it has one. */
  readonly indexed?: RawBuilder<unknown>;
  /** So many rows, the first by their text. */
  readonly most: number;
}

/**
 * A statement: the rows whose text begins as somebody typed it, the first of them. It reads on from that beginning in the order of the index. With an
 * end the planner expects few rows, and reads all that begin so before it takes the first.
 */
export function firstThatBegin(
  typed: string,
  { table, column, text, indexed = sql`true`, most }: Looked,
): RawBuilder<unknown> {
  const begin = sql`lower(${typed.trim()}::text)`;
  const which = sql.ref(column);
  return sql`select ${which} from (
    select ${which}, ${text} as its_text from ${sql.table(table)} where ${indexed} and ${text} >= ${begin} order by ${text} limit ${most}) following
    where starts_with(its_text, ${begin})`;
}
