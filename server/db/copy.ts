import type pg from 'pg';
import { type CopyTable, copiedTables, sequences, signature, tableDigest } from './copy-tables.ts';
import {
  insertRows,
  readRows,
  requireEmpty,
  setSequences,
  useComparableTexts,
  withoutForeignKeys,
} from './table-rows.ts';

/**
 * Copies every row of one database into an empty one with the same tables, in one transaction, and compares a checksum of
 * every table at the end. Throws when the tables differ, the target is not empty or a checksum differs.
 */
export async function copyDatabase(
  source: pg.Pool,
  target: pg.Pool,
  report: (line: string) => void,
): Promise<void> {
  const [from, to] = [await source.connect(), await target.connect()];
  try {
    // One snapshot of all tables, even if a shop is still writing to them.
    await from.query('begin isolation level repeatable read read only');
    await to.query('begin');
    for (const client of [from, to]) await useComparableTexts(client);
    await copyAll(from, to, report);
    await to.query('commit');
  } finally {
    // Destroyed, not returned to the pool: their open transactions go with them.
    from.release(true);
    to.release(true);
  }
}

async function copyAll(
  from: pg.PoolClient,
  to: pg.PoolClient,
  report: (line: string) => void,
): Promise<void> {
  const tables = await copiedTables(from);
  requireSameTables(tables, await copiedTables(to));
  await requireEmpty(to, tables);
  await withoutForeignKeys(to, async () => {
    for (const table of tables)
      for await (const rows of readRows(from, table)) await insertRows(to, table, rows);
  });
  await setSequences(to, await sequences(from));
  for (const table of tables) report(await compare(from, to, table));
}

function requireSameTables(source: CopyTable[], target: CopyTable[]): void {
  const [here, there] = [new Set(source.map(signature)), new Set(target.map(signature))];
  const different = [...here]
    .filter((table) => !there.has(table))
    .concat([...there].filter((table) => !here.has(table)));
  if (different.length > 0)
    throw new Error(`The two databases do not have the same tables:\n${different.join('\n')}`);
}

async function compare(from: pg.PoolClient, to: pg.PoolClient, table: CopyTable): Promise<string> {
  const [original, copy] = [await tableDigest(from, table), await tableDigest(to, table)];
  if (original.rows !== copy.rows || original.checksum !== copy.checksum) {
    throw new Error(
      `${table.name} differs after the copy (${original.rows} and ${copy.rows} rows). Nothing was kept.`,
    );
  }
  return `${table.name}: ${original.rows} rows, checksum ${original.checksum}`;
}
