import { sql } from 'kysely';
import type { Database } from '#server/shop.ts';
import { batchOf, type Job } from './job.ts';
import type { Changes } from './part-state.ts';
import { noCounts, type ImportPartRow } from './store.ts';
import type { WantedPart } from './wanted-part.ts';

/** A part of an import as its check stores it. */
export interface StagedPart {
  readonly row: number;
  readonly rows: number;
  readonly part_id: string | null;
  readonly part_number: string | null;
  readonly name: string;
  readonly facts: WantedPart;
  readonly result: ImportPartRow['result'];
  readonly changes: Changes | null;
  readonly stock_change: number;
  readonly replacement_key: string | null;
}

/** Rows that one statement deletes. */
export const rowsAtOnce = 5_000;

/** Forgets what an earlier check of the import found. */
export async function forgetParts(job: Job): Promise<void> {
  await batchOf(job, async () => ({
    found: noCounts,
    guards: [],
    steps: 0,
    steps_in_all: null,
    pictures: 0,
    pictures_done: 0,
    pictures_lacking: 0,
  }));
  for (const table of Object.keys(keyOf) as StagingTable[])
    for (let gone = rowsAtOnce; gone === rowsAtOnce;)
      await batchOf(job, async (tx) => {
        gone = await deleteSome(tx, table, job.row.id);
        return {};
      });
}

/** By which columns rows of an import are told apart. */
const keyOf = {
  import_parts: '"row"',
  import_keys: 'key',
  import_faults: '"row", position',
  import_pictures: 'source',
} as const;
export type StagingTable = keyof typeof keyOf;

/** Deletes some of the rows of an import; answers how many. */
export async function deleteSome(tx: Database, table: StagingTable, id: string): Promise<number> {
  const key = sql.raw(keyOf[table]);
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where import_id = ${id} and (${key}) in (
      select ${key} from ${sql.table(table)} where import_id = ${id} limit ${rowsAtOnce})`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}

/** Notes in which rows these keys stand, and answers for each of them the first row of the file that has it. */
export async function claimKeys(
  tx: Database,
  id: string,
  keys: readonly (readonly [key: string, row: number])[],
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const [names, rows] = [keys.map(([key]) => key), keys.map(([, row]) => row)];
  await sql`
    insert into import_keys (import_id, key, "row")
      select ${id}, u.key, u."row" from unnest(${names}::text[], ${rows}::integer[]) as u (key, "row")
      on conflict do nothing`.execute(tx);
  return findKeys(tx, id, names);
}

/** In which rows these keys stand. */
export async function findKeys(
  tx: Database,
  id: string,
  keys: readonly string[],
): Promise<Map<string, number>> {
  // One by one: of many keys at once the planner would rather walk all that the import has.
  const { rows } = await sql<{ key: string; row: number }>`
    select u.key, k."row" from unnest(${keys}::text[]) as u (key)
      cross join lateral (select "row" from import_keys where import_id = ${id} and key = u.key limit 1) k`.execute(
    tx,
  );
  return new Map(rows.map(({ key, row }) => [key, row]));
}

/** Lets keys stand in the row of the part that they turned out to be of. */
export async function moveKeys(
  tx: Database,
  id: string,
  moved: ReadonlyMap<string, number>,
): Promise<void> {
  await sql`
    update import_keys k set "row" = u.it from unnest(${[...moved.keys()]}::text[], ${[...moved.values()]}::integer[]) as u (key, it)
      where k.import_id = ${id} and k.key = u.key`.execute(tx);
}

/** Lets keys stand in no row. */
export async function dropKeys(tx: Database, id: string, keys: readonly string[]): Promise<void> {
  await sql`
    delete from import_keys where import_id = ${id} and key = any (${keys}::text[])`.execute(tx);
}

/** Notes further rows of parts that begin in earlier ones, as keys of their own. */
export async function noteFurtherRows(
  tx: Database,
  id: string,
  rows: readonly (readonly [row: number, of: number])[],
): Promise<void> {
  await claimKeys(
    tx,
    id,
    rows.map(([row, of]) => [`row:${String(row).padStart(8, '0')}`, of]),
  );
}

/** Further rows of parts in the order of the file, with the row in which their part begins. */
export async function listFurtherRows(
  db: Database,
  id: string,
  { after, most }: { after: string; most: number },
): Promise<{ key: string; row: number; of: number }[]> {
  const { rows } = await sql<{ key: string; of: number }>`
    select key, "row" as of from import_keys
      where import_id = ${id} and key > ${after} and key >= 'row:' and key < 'row;' order by key limit ${most}`.execute(
    db,
  );
  return rows.map(({ key, of }) => ({ key, row: Number(key.slice('row:'.length)), of }));
}

/** Those of these rows that have a fault. */
export async function faultyRows(
  tx: Database,
  id: string,
  rows: readonly number[],
): Promise<Set<number>> {
  const found = await tx
    .selectFrom('import_faults')
    .select('row')
    .where('import_id', '=', id)
    .where('row', '=', sql<number>`any(${rows}::integer[])`)
    .execute();
  return new Set(found.map(({ row }) => row));
}

/** The parts that stand in these rows. */
export async function findStaged(
  tx: Database,
  id: string,
  rows: readonly number[],
): Promise<ImportPartRow[]> {
  // One by one, as in `findKeys`.
  const found = await sql<ImportPartRow>`
    select p.* from unnest(${rows}::integer[]) as u ("row")
      cross join lateral (select * from import_parts where import_id = ${id} and "row" = u."row" limit 1) p`.execute(
    tx,
  );
  return found.rows;
}

/** Stores parts; those that are there are replaced. */
export async function stageParts(
  tx: Database,
  id: string,
  parts: readonly StagedPart[],
): Promise<void> {
  if (parts.length === 0) return;
  await sql`
    insert into import_parts (import_id, "row", rows, part_id, part_number, name, facts, result, changes, stock_change, replacement_key)
      select ${id}, r."row", r.rows, r.part_id, r.part_number, r.name, r.facts, r.result, r.changes, r.stock_change, r.replacement_key
      from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as r (
        "row" integer, rows integer, part_id uuid, part_number text, name text, facts jsonb, result text, changes jsonb,
        stock_change integer, replacement_key text)
      on conflict (import_id, "row") do update set rows = excluded.rows, part_id = excluded.part_id,
        part_number = excluded.part_number, name = excluded.name, facts = excluded.facts, result = excluded.result,
        changes = excluded.changes, stock_change = excluded.stock_change, replacement_key = excluded.replacement_key`.execute(
    tx,
  );
}

/** Notes that parts cannot be used after all. */
export async function refuseStaged(
  tx: Database,
  id: string,
  rows: readonly number[],
): Promise<void> {
  await sql`
    update import_parts set result = 'refused', replacement_key = null
      where import_id = ${id} and "row" = any (${rows}::integer[])`.execute(tx);
}
