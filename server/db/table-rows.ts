import type pg from 'pg';
import {
  copiedTables,
  type CopyTable,
  foreignKeys,
  indexes,
  type UsedSequence,
} from './copy-tables.ts';
import type { Row } from './row-digest.ts';

/** The target's tables are not those to load, not empty, or not as they were after it; the message is all there is to say. */
export class UnfitTarget extends Error {
  override readonly name = 'UnfitTarget';
}

const rowsPerStep = 1_000;
/** Of tables with bytes, such as pictures: one row may have megabytes, and nobody knows before it is fetched. */
const rowsWithBytesPerStep = 8;
/**
 * The most characters that rows handed on together have. They become one string, of which the longest has half a billion
 * characters, and several such strings are in memory at once.
 */
const batchLength = 4_000_000;

/** Values are copied and compared as text, so every client must format times and numbers alike. The client is in a transaction. */
export async function useComparableTexts(client: pg.PoolClient): Promise<void> {
  await client.query(
    "set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local extra_float_digits = 1; set local bytea_output = 'hex'",
  );
}

/** The rows of a table in no particular order, some at a time. The client is in a transaction. */
export async function* readRows(
  client: pg.PoolClient,
  table: CopyTable,
  most = batchLength,
): AsyncGenerator<Row[]> {
  const texts = table.columns.map(({ name }) => `${name}::text`);
  if (texts.length === 0) return;
  await client.query(
    `declare copied no scroll cursor for select ${texts.join(', ')} from ${table.name}`,
  );
  const step = table.columns.some(({ type }) => type === 'bytea')
    ? rowsWithBytesPerStep
    : rowsPerStep;
  for (;;) {
    const { rows } = await client.query<(string | null)[]>({
      text: `fetch ${step} from copied`,
      rowMode: 'array',
    });
    if (rows.length === 0) break;
    yield* inBatches(rows, most);
  }
  await client.query('close copied');
}

/** Rows, as many together as have no more than so many characters; a longer one alone. */
function* inBatches(rows: readonly Row[], most: number): Generator<Row[]> {
  let [batch, length]: [Row[], number] = [[], 0];
  for (const row of rows) {
    const own = row.reduce((sum, value) => sum + (value?.length ?? 0), 0);
    if (batch.length > 0 && length + own > most) {
      yield batch;
      [batch, length] = [[], 0];
    }
    batch.push(row);
    length += own;
  }
  if (batch.length > 0) yield batch;
}

/** Inserts rows, large ones a few at a time: backups of earlier versions have a thousand together, whatever their size. */
export async function insertRows(
  client: pg.PoolClient,
  { name, columns }: CopyTable,
  rows: readonly Row[],
  most = batchLength,
): Promise<void> {
  const lists = columns.map((_, at) => `$${at + 1}::text[]`);
  const values = columns.map(({ type }, at) => `u.c${at}::${type}`);
  const aliases = columns.map((_, at) => `c${at}`);
  const names = columns.map((column) => column.name);
  const text =
    `insert into ${name} (${names.join(', ')}) overriding system value ` +
    `select ${values.join(', ')} from unnest(${lists.join(', ')}) as u(${aliases.join(', ')})`;
  for (const batch of inBatches(rows, most))
    await client.query(
      text,
      columns.map((_, at) => batch.map((row) => row[at])),
    );
}

/** Rows are inserted in no particular order, so foreign keys are dropped meanwhile; creating them again checks every row. */
export async function withoutForeignKeys(
  client: pg.PoolClient,
  insert: () => Promise<void>,
): Promise<void> {
  const keys = await foreignKeys(client);
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${name}`);
  await insert();
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
}

/** Rows are inserted in no particular order, which takes many times as long with indexes to keep up; they are made anew afterwards. */
export async function withoutIndexes(
  client: pg.PoolClient,
  insert: () => Promise<void>,
): Promise<void> {
  const dropped = await indexes(client);
  for (const { name } of dropped) await client.query(`drop index ${name}`);
  await insert();
  for (const { definition } of dropped) await client.query(definition);
}

/** Lets the database's sequences go on after these values. */
export async function setSequences(
  client: pg.PoolClient,
  used: readonly UsedSequence[],
): Promise<void> {
  for (const { name, value } of used)
    await client.query('select setval(to_regclass($1), $2)', [name, value]);
}

/** Throws `UnfitTarget` unless no table has a row. */
export async function requireEmpty(
  client: Pick<pg.ClientBase, 'query'>,
  tables: readonly CopyTable[],
): Promise<void> {
  for (const { name } of tables) {
    const { rows } = await client.query(`select 1 from ${name} limit 1`);
    if (rows.length > 0) throw new UnfitTarget(`The target is not empty: ${name} has rows.`);
  }
}

/**
 * Throws `UnfitTarget` unless a database has no tables, or is a shop with none but these and no rows in them. Asked before anything
 * of it is changed: its address may be mistyped.
 */
export async function requireUnused(pool: pg.Pool, known: readonly CopyTable[]): Promise<void> {
  const there = await copiedTables(pool);
  await requireEmpty(pool, there);
  const { rows } = await pool.query<{ is: boolean }>(
    "select to_regclass('kysely_migration') is not null as is",
  );
  const own = new Set(rows[0]?.is === true ? known.map(({ name }) => name) : []);
  const others = there.map(({ name }) => name).filter((name) => !own.has(name));
  if (others.length > 0)
    throw new UnfitTarget(
      `The target has other tables than those to be loaded: ${others.join(', ')}.`,
    );
}
