import {
  copiedTables,
  type CopyTable,
  signature,
  tableDigest,
  type UsedSequence,
} from './copy-tables.ts';
import type { Database } from './open.ts';
import type { Row, TableDigest } from './row-digest.ts';
import {
  insertRows,
  requireEmpty,
  setSequences,
  UnfitTarget,
  useComparableTexts,
  withoutForeignKeys,
} from './table-rows.ts';

/** What is to be loaded. */
export interface Load {
  readonly tables: readonly CopyTable[];
  readonly sequences: readonly UsedSequence[];
  /** Hands over all rows, and answers the digest that each table must then have. */
  fill(
    insert: (table: CopyTable, rows: readonly Row[]) => Promise<void>,
  ): Promise<ReadonlyMap<string, TableDigest>>;
  /** Called when every table is right, just before all of it is committed. */
  beforeCommit(): void;
}

/**
 * Loads tables into an empty database in one transaction. Tables that the database does not have are another program's: they are
 * left out, and their names answered. Throws (`UnfitTarget` where the tables are not right), and leaves nothing, when the database is not empty, when a table has other columns,
 * and when a digest differs afterwards.
 */
export async function loadTables(
  { pool }: Pick<Database, 'pool'>,
  load: Load,
): Promise<readonly string[]> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await useComparableTexts(client);
    const there = await copiedTables(client);
    const { fitting, foreign } = compare(load.tables, there);
    await requireEmpty(client, there);
    let expected: ReadonlyMap<string, TableDigest> = new Map();
    await withoutForeignKeys(client, async () => {
      expected = await load.fill(async (table, rows) => {
        if (!foreign.includes(table.name)) await insertRows(client, table, rows);
      });
    });
    await setSequences(client, load.sequences);
    for (const table of fitting) {
      const [want, got] = [expected.get(table.name), await tableDigest(client, table)];
      if (want?.rows !== got.rows || want.checksum !== got.checksum)
        throw new UnfitTarget(`${table.name} differs after it was loaded. Nothing was kept.`);
    }
    load.beforeCommit();
    await client.query('commit');
    return foreign;
  } finally {
    client.release(true);
  }
}

function compare(tables: readonly CopyTable[], there: readonly CopyTable[]) {
  const names = new Set(there.map(({ name }) => name));
  const fitting = tables.filter(({ name }) => names.has(name));
  const same = new Set(there.map(signature));
  const different = fitting.map(signature).filter((one) => !same.has(one));
  if (different.length > 0 || fitting.length < there.length)
    throw new UnfitTarget(
      `The tables are not those of the backup's version. Nothing was kept.\n${different.join('\n')}`,
    );
  const foreign = tables.map(({ name }) => name).filter((name) => !names.has(name));
  return { fitting, foreign };
}
