import type { Kysely } from 'kysely';
import type pg from 'pg';
import {
  copiedTables,
  type CopyTable,
  signature,
  tableDigest,
  type UsedSequence,
} from './copy-tables.ts';
import type { Database } from './open.ts';
import { onClient } from './on-client.ts';
import type { Row, TableDigest } from './row-digest.ts';
import type { Tables } from './schema.ts';
import {
  insertRows,
  requireEmpty,
  setSequences,
  UnfitTarget,
  useComparableTexts,
  withoutForeignKeys,
  withoutIndexes,
} from './table-rows.ts';

/** What is to be loaded. */
export interface Load {
  readonly tables: readonly CopyTable[];
  readonly sequences: readonly UsedSequence[];
  /** Tables that the target does not have are another program's: they are left out instead of refused. */
  readonly leavesOutForeign?: boolean;
  /** Hands over all rows, and answers the digest that each table must then have. */
  fill(
    insert: (table: CopyTable, rows: readonly Row[]) => Promise<void>,
  ): Promise<ReadonlyMap<string, TableDigest>>;
  /** Called when every table is right, in the transaction, just before all of it is committed. */
  beforeCommit?(tx: Kysely<Tables>): Promise<void>;
}

/**
 * Loads tables into an empty database with the same tables, in one transaction; answers the names of those that were left out.
 * Throws, and leaves nothing (`UnfitTarget` where the tables are not right), when the database is not empty, when tables differ,
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
    const { fitting, foreign } = compare(load, there);
    await requireEmpty(client, there);
    let expected: ReadonlyMap<string, TableDigest> = new Map();
    await withoutForeignKeys(client, () =>
      withoutIndexes(client, async () => {
        expected = await load.fill(async (table, rows) => {
          if (!foreign.includes(table.name)) await insertRows(client, table, rows);
        });
      }),
    );
    await setSequences(client, load.sequences);
    for (const table of fitting) await requireSame(client, table, expected.get(table.name));
    await load.beforeCommit?.(onClient(client));
    await client.query('commit');
    return foreign;
  } finally {
    // Destroyed, not returned to the pool: a transaction that is still open goes with it.
    client.release(true);
  }
}

function compare({ tables, leavesOutForeign }: Load, there: readonly CopyTable[]) {
  const names = new Set(there.map(({ name }) => name));
  const fitting = leavesOutForeign ? tables.filter(({ name }) => names.has(name)) : tables;
  const [wanted, had] = [fitting.map(signature), there.map(signature)];
  const different = [
    ...wanted.filter((one) => !had.includes(one)),
    ...had.filter((one) => !wanted.includes(one)),
  ];
  if (different.length > 0)
    throw new UnfitTarget(
      `The source and the target do not have the same tables:\n${different.join('\n')}\n`,
    );
  return { fitting, foreign: tables.map(({ name }) => name).filter((name) => !names.has(name)) };
}

async function requireSame(
  client: pg.PoolClient,
  table: CopyTable,
  wanted: TableDigest | undefined,
): Promise<void> {
  const { rows, checksum } = await tableDigest(client, table);
  if (wanted?.rows !== rows || wanted.checksum !== checksum)
    throw new UnfitTarget(
      `${table.name} differs after the copy (${wanted?.rows} and ${rows} rows).`,
    );
}
