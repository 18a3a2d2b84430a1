import type pg from 'pg';
import { loadTables } from './load-tables.ts';
import type { TableDigest } from './row-digest.ts';
import { openSnapshot } from './snapshot.ts';
import { UnfitTarget } from './table-rows.ts';

/**
 * Copies every row of one shop's database into an empty one with the same tables, in one transaction, and compares a checksum of
 * every table at the end. Throws `UnfitTarget` when the tables differ, the target is not empty or a checksum differs.
 */
export async function copyDatabase(
  source: pg.Pool,
  target: pg.Pool,
  report: (line: string) => void,
): Promise<void> {
  const snapshot = await openSnapshot({ pool: source });
  if (snapshot === undefined) throw new UnfitTarget('There is no shop in the source.');
  const { tables, sequences } = snapshot;
  const digests = new Map<string, TableDigest>();
  try {
    await loadTables(
      { pool: target },
      {
        tables,
        sequences,
        async fill(insert) {
          for (const table of tables) {
            for await (const rows of snapshot.rows(table)) await insert(table, rows);
            digests.set(table.name, await snapshot.digest(table));
          }
          return digests;
        },
      },
    );
  } finally {
    snapshot.close();
  }
  for (const [table, { rows, checksum }] of digests)
    report(`${table}: ${rows} rows, checksum ${checksum}`);
}
