import { sql, type RawBuilder } from 'kysely';

/** Whether the id in a column begins as somebody typed it. */
type Begins = (column: RawBuilder<unknown>) => RawBuilder<boolean>;

/**
 * What finds orders and batches by the beginning of their numbers ('UH-2A11079641', 'ub-2f7c') or ids; undefined for what can be
 * none, and for less than four figures, which a word may have too. As a range, which an index can answer.
 */
export function idBegins(typed: string): Begins | undefined {
  const figures = typed
    .trim()
    .replace(/^u[hb]-?(?=[\da-f])/i, '')
    .replaceAll('-', '')
    .toLowerCase();
  if (!/^[\da-f]{4,32}$/.test(figures)) return undefined;
  const [least, most] = [figures.padEnd(32, '0'), figures.padEnd(32, 'f')];
  return (column) => sql<boolean>`${column} between ${least}::uuid and ${most}::uuid`;
}
