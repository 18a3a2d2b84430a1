import type pg from 'pg';
import {
  type CopyTable,
  copiedTables,
  foreignKeys,
  sequences,
  tableDigest,
} from './copy-tables.ts';

const rowsPerStep = 1_000;

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

/** Values are copied and compared as text, so both sides must format times and numbers alike. */
async function useComparableTexts(client: pg.PoolClient): Promise<void> {
  await client.query(
    "set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local extra_float_digits = 1; set local bytea_output = 'hex'",
  );
}

async function copyAll(
  from: pg.PoolClient,
  to: pg.PoolClient,
  report: (line: string) => void,
): Promise<void> {
  const tables = await copiedTables(from);
  requireSameTables(tables, await copiedTables(to));
  await requireEmpty(to, tables);
  // Rows are copied in no particular order, so foreign keys are dropped meanwhile; creating them again checks every row.
  const keys = await foreignKeys(to);
  for (const { table, name } of keys)
    await to.query(`alter table ${table} drop constraint ${name}`);
  for (const table of tables) await copyRows(from, to, table);
  for (const { table, name, definition } of keys)
    await to.query(`alter table ${table} add constraint ${name} ${definition}`);
  for (const { name, value } of await sequences(from))
    await to.query('select setval($1, $2)', [name, value]);
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

function signature({ name, columns }: CopyTable): string {
  return `${name} (${columns.map((column) => `${column.name} ${column.type}`).join(', ')})`;
}

async function requireEmpty(to: pg.PoolClient, tables: CopyTable[]): Promise<void> {
  for (const { name } of tables) {
    const { rows } = await to.query(`select 1 from ${name} limit 1`);
    if (rows.length > 0)
      throw new Error(`The target is not empty: ${name} has rows. Nothing was copied.`);
  }
}

async function copyRows(from: pg.PoolClient, to: pg.PoolClient, table: CopyTable): Promise<void> {
  const names = table.columns.map((column) => column.name);
  if (names.length === 0) return;
  const texts = names.map((name) => `${name}::text`);
  const lists = names.map((_, at) => `$${at + 1}::text[]`);
  const values = table.columns.map((column, at) => `u.c${at}::${column.type}`);
  const aliases = names.map((_, at) => `c${at}`);
  const insert =
    `insert into ${table.name} (${names.join(', ')}) overriding system value ` +
    `select ${values.join(', ')} from unnest(${lists.join(', ')}) as u(${aliases.join(', ')})`;
  await from.query(
    `declare copied no scroll cursor for select ${texts.join(', ')} from ${table.name}`,
  );
  for (;;) {
    const { rows } = await from.query<(string | null)[]>({
      text: `fetch ${rowsPerStep} from copied`,
      rowMode: 'array',
    });
    if (rows.length === 0) break;
    await to.query(
      insert,
      names.map((_, at) => rows.map((row) => row[at])),
    );
  }
  await from.query('close copied');
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
