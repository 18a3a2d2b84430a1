import { sql } from 'kysely';
import type { Database } from '#server/shop.ts';
import { mostRows, type BrokenRow } from './check.ts';
import type { Range } from './range.ts';

/** A column whose values have an index, by which a table is looked at in slices. */
export interface Keys {
  readonly table: string;
  readonly column: string;
  /** About so many rows of other tables belong to each value. */
  readonly rowsEach?: number;
}

/** Finds the broken rows of a check, by one statement or by many. */
export type Walk = (
  db: Database,
  by: Keys | undefined,
  find: (range: Range) => Promise<readonly BrokenRow[]>,
) => Promise<readonly BrokenRow[]>;

/** Everything by one statement: the fastest, for who may keep the database to himself. */
export const atOnce: Walk = (_db, _by, find) => find('all');

const growth = 2;

interface Sizes {
  readonly first: number;
  readonly least: number;
  readonly most: number;
  /** So long a statement is to take: a slice becomes as large as that. */
  readonly sliceMs: number;
}

/** On the embedded engine everybody waits whose turn it is; a server does several statements at a time, and a small slice costs it nearly as much as a larger one. */
export const sizesOn = {
  embedded: { first: 250, least: 10, most: 2000, sliceMs: 2 },
  server: { first: 1000, least: 250, most: 20_000, sliceMs: 100 },
} as const satisfies Record<string, Sizes>;

/**
 * By many short statements, each about so many values of the column as take about the same time; `between` is called after each one with the
 * milliseconds that it took. Each statement sees the books of one moment, and what belongs together is looked at by the same one.
 */
export function inSlices(between: (tookMs: number) => Promise<void>, sizes: Sizes): Walk {
  return async (db, by, find) => {
    if (by === undefined) return timed(() => find('all'), between);
    const broken = new Map<string, BrokenRow>();
    const its = sizesOf(by, sizes);
    let size = its.first;
    let after: string | undefined;
    for (;;) {
      const place = { after, size };
      const values = await timed(() => listValues(db, by, place), between);
      after = values.at(-1);
      if (after === undefined) break;
      const rows = await timed(
        () => find(values),
        (tookMs) => {
          size = nextSize(size, tookMs, its);
          return between(tookMs);
        },
      );
      for (const row of rows) broken.set(row.id, row);
      if (broken.size >= mostRows) break;
    }
    return [...broken.values()].slice(0, mostRows);
  };
}

async function timed<Result>(
  work: () => Promise<Result>,
  then: (tookMs: number) => Promise<void>,
): Promise<Result> {
  const since = performance.now();
  const result = await work();
  await then(performance.now() - since);
  return result;
}

/** In values. */
function sizesOf({ rowsEach = 1 }: Keys, { first, least, most, sliceMs }: Sizes): Sizes {
  const values = (rows: number) => Math.max(1, Math.round(rows / rowsEach));
  return { first: values(first), least: values(least), most: values(most), sliceMs };
}

function nextSize(size: number, tookMs: number, { least, most, sliceMs }: Sizes): number {
  const wanted = (size * sliceMs) / Math.max(tookMs, 0.1);
  const near = Math.min(Math.max(wanted, size / growth), size * growth);
  return Math.round(Math.min(Math.max(near, least), most));
}

/** The next values of a column, each once. */
async function listValues(
  db: Database,
  { table, column }: Keys,
  { after, size }: { after: string | undefined; size: number },
): Promise<string[]> {
  const key = sql.ref(column);
  const { rows } = await sql<{ key: string }>`
    select ${key}::text as key from ${sql.table(table)}
    where ${after === undefined ? sql`true` : sql`${key} > ${after}`}
    order by ${key} limit ${size}`.execute(db);
  return [...new Set(rows.map((row) => row.key))];
}
