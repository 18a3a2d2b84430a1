import {
  copiedTables,
  type CopyTable,
  sequences,
  tableDigest,
  type UsedSequence,
} from './copy-tables.ts';
import type { Database } from './open.ts';
import type { Row, TableDigest } from './row-digest.ts';
import { readRows, useComparableTexts } from './table-rows.ts';

/** All tables of a database as they were at one moment, also while a shop writes to them. */
export interface Snapshot {
  /** The names of the applied migrations, in order. */
  readonly migrations: readonly string[];
  readonly tables: readonly CopyTable[];
  readonly sequences: readonly UsedSequence[];
  rows(table: CopyTable): AsyncGenerator<Row[]>;
  /** As the database itself counts and sums. */
  digest(table: CopyTable): Promise<TableDigest>;
  close(): void;
}

/** Begins a snapshot; nothing of it blocks a shop on a server. Answers undefined when the database has no shop in it. */
export async function openSnapshot({
  pool,
}: Pick<Database, 'pool'>): Promise<Snapshot | undefined> {
  const client = await pool.connect();
  // Destroyed, not returned to the pool: its settings and its transaction go with it.
  const close = (): void => client.release(true);
  try {
    await client.query('begin isolation level repeatable read read only');
    await useComparableTexts(client);
    const table = await client.query<{ is: boolean }>(
      "select to_regclass('kysely_migration') is not null as is",
    );
    if (table.rows[0]?.is !== true) {
      close();
      return undefined;
    }
    const { rows: applied } = await client.query<{ name: string }>(
      'select name from kysely_migration order by name',
    );
    return {
      migrations: applied.map(({ name }) => name),
      tables: await copiedTables(client),
      sequences: await sequences(client),
      rows: (one) => readRows(client, one),
      digest: (one) => tableDigest(client, one),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}
