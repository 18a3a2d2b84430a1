import { sql, type Selectable } from 'kysely';
import type { Page } from '#contract/api.ts';
import type { Import, ImportCounts, ImportFault, ImportState } from '#contract/imports.ts';
import { undoableImports } from '#contract/import-fields.ts';
import { fetchPage, newestFirst, type PageWanted } from '#server/db/page.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Database } from '#server/shop.ts';

/** An import's row. */
export type ImportRow = Selectable<Tables['imports']>;
/** A part of an import. */
export type ImportPartRow = Selectable<Tables['import_parts']>;

export const noCounts: ImportCounts = {
  rows: 0,
  added: 0,
  changed: 0,
  same: 0,
  archived: 0,
  refused: 0,
};

export function findImport(db: Database, id: string): Promise<ImportRow | undefined> {
  return db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The same, locked until the end of the transaction. */
export function lockImport(tx: Database, id: string): Promise<ImportRow | undefined> {
  return tx.selectFrom('imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Imports, newest first. */
export function listImports(db: Database, wanted: PageWanted): Promise<Page<ImportRow[]>> {
  return fetchPage(db.selectFrom('imports').selectAll(), newestFirst('imports'), wanted);
}

/** The imports that changed the shop last, in a statement; one that was undone keeps its place among them, because those before have lost their rows. One that met only parts that were the same is none. */
export const newestApplied = sql<{ id: string; state: ImportState }>`
  select id, state from imports where state in ('applied', 'stopped', 'undoing', 'undone')
      and (done->>'added')::int + (done->>'changed')::int + (done->>'archived')::int > 0
    order by finished_at desc, id desc limit ${sql.lit(undoableImports)}`;

/** The ids of those of them that can be undone. */
export async function listUndoable(db: Database): Promise<string[]> {
  const { rows } = await newestApplied.execute(db);
  return rows.flatMap(({ id, state }) => (state === 'applied' || state === 'stopped' ? [id] : []));
}

/** What an upload knows of its import. */
export interface NewImport {
  readonly id: string;
  readonly actor: string;
  readonly name: string;
  readonly supplier: string | null;
  /** The name of the archive of pictures. */
  readonly archive: string | null;
  readonly file: ImportRow['file'];
  readonly columns: Import['columns'];
  readonly settings: Import['settings'];
  readonly now: Date;
}

export async function insertImport(
  tx: Database,
  { file, columns, settings, now, ...row }: NewImport,
): Promise<void> {
  await tx
    .insertInto('imports')
    .values({
      ...row,
      doer: row.actor,
      created_at: now,
      state: 'columns',
      finished_at: null,
      file: JSON.stringify(file),
      columns: JSON.stringify(columns),
      settings: JSON.stringify(settings),
      found: JSON.stringify(noCounts),
      done: JSON.stringify(noCounts),
      guards: '[]',
    })
    .execute();
}

/** Changes of an import's row; JSON as values. */
export interface ImportChange {
  readonly state?: ImportState;
  readonly doer?: string;
  readonly finished_at?: Date | null;
  readonly file?: ImportRow['file'];
  readonly columns?: Import['columns'];
  readonly settings?: Import['settings'];
  readonly found?: ImportCounts;
  readonly done?: ImportCounts;
  readonly guards?: Import['guards'];
  readonly checks?: number;
  readonly phase?: number;
  readonly place?: number;
  readonly steps?: number;
  readonly steps_in_all?: number | null;
  readonly not_undone?: number;
  readonly archive?: string | null;
  readonly pictures?: number;
  readonly pictures_done?: number;
  readonly pictures_lacking?: number;
  readonly stopping?: boolean;
  readonly failure?: string | null;
  readonly attempts?: number;
  readonly worker?: string | null;
  readonly worked_until?: Date | null;
}

export async function updateImport(tx: Database, id: string, change: ImportChange): Promise<void> {
  await tx.updateTable('imports').set(asColumns(change)).where('id', '=', id).execute();
}

/** The same by whoever works on it; false when somebody else does by now. */
export async function updateOwnImport(
  tx: Database,
  { id, worker }: { readonly id: string; readonly worker: string },
  change: ImportChange,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('imports')
    .set(asColumns(change))
    .where('id', '=', id)
    .where('worker', '=', worker)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

function asColumns({ file, columns, settings, found, done, guards, ...change }: ImportChange) {
  const json = { file, columns, settings, found, done, guards };
  const given = Object.entries(json).filter(([, value]) => value !== undefined);
  return {
    ...change,
    ...Object.fromEntries(given.map(([name, value]) => [name, JSON.stringify(value)])),
  };
}

interface PartsAfter {
  /** The row of the file after which they begin. */
  readonly after: number;
  readonly most: number;
  readonly results: readonly string[];
  /** How far they are: what was applied is not applied again when its result has become another one. */
  readonly step?: 'checked' | 'applied';
}

/** Parts of an import in the order of its file, some at a time. */
export async function listParts(
  db: Database,
  id: string,
  { after, most, results, step }: PartsAfter,
): Promise<ImportPartRow[]> {
  const parts = db
    .selectFrom('import_parts')
    .selectAll()
    .where('import_id', '=', id)
    .where('row', '>', after)
    .where('result', '=', sql<'add'>`any(${results}::text[])`)
    .orderBy('row')
    .limit(most);
  return (step ? parts.where('step', '=', step) : parts).execute();
}

/** A page of a list that is ordered by rows of a file; its cursor is the last of them. */
export function pageByRow<Row>(
  rows: readonly Row[],
  limit: number,
  placeOf: (row: Row) => string,
): Page<Row[]> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > limit && last ? placeOf(last) : undefined };
}

/** Faults in the order of the file; a cursor is row and place in it. */
export async function listFaults(
  db: Database,
  id: string,
  { limit = 1000, cursor = '' }: PageWanted,
): Promise<Page<(Omit<ImportFault, 'column'> & { column_name: string; position: number })[]>> {
  const [, row = '0', position = '-1'] = /^(\d{1,8})-(\d{1,8})$/.exec(cursor) ?? [];
  const rows = await db
    .selectFrom('import_faults')
    .select(['row', 'position', 'column_name', 'value', 'reason', 'step'])
    .where('import_id', '=', id)
    .where(sql<boolean>`("row", position) > (${Number(row)}, ${Number(position)})`)
    .orderBy('row')
    .orderBy('position')
    .limit(limit + 1)
    .execute();
  return pageByRow(rows, limit, (one) => `${one.row}-${one.position}`);
}

/** A fault of a step; those of later steps come after the earlier ones of their row, pictures that the check leaves out between. */
export type FaultRow = Pick<ImportFault, 'row' | 'value' | 'reason'> & { column_name: string };

const firstPositions = { check: 0, pictures: 5_000, apply: 10_000, undo: 20_000 } as const;

export async function insertFaults(
  tx: Database,
  id: string,
  step: keyof typeof firstPositions,
  faults: readonly FaultRow[],
): Promise<void> {
  if (faults.length === 0) return;
  const places = new Map<number, number>();
  const rows = faults.map((fault) => {
    const position = places.get(fault.row) ?? firstPositions[step];
    places.set(fault.row, position + 1);
    return { ...fault, value: storable(fault.value.slice(0, 1000)), position };
  });
  await sql`
    insert into import_faults (import_id, "row", position, column_name, value, reason, step)
      select ${id}, r."row", r.position, r.column_name, r.value, r.reason, ${step === 'pictures' ? 'check' : step}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r ("row" integer, position integer, column_name text, value text, reason text)
      on conflict do nothing`.execute(tx);
}

/** Half a letter, and a zero byte, are no text to a database. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\u{fffd}');
}

/** How the columns of a supplier's list were read last. */
export function findSupplier(db: Database, key: string) {
  return db.selectFrom('suppliers').selectAll().where('name_key', '=', key).executeTakeFirst();
}
