import { sql } from 'kysely';
import type { Database } from '#server/shop.ts';
import type { Changes } from './part-state.ts';
import type { ImportPartRow } from './store.ts';

/** What became of a part of an import. */
export interface AppliedPart extends Pick<
  ImportPartRow,
  'row' | 'part_id' | 'result' | 'replacement_key' | 'stock_change' | 'digest' | 'link_before'
> {
  readonly changes: Changes | null;
}

/** Notes what became of parts, with their facts from before: so it can be undone. */
export async function noteApplied(
  tx: Database,
  id: string,
  parts: readonly AppliedPart[],
): Promise<void> {
  if (parts.length === 0) return;
  await sql`
    update import_parts p set part_id = r.part_id, result = r.result, changes = r.changes, replacement_key = r.replacement_key,
        stock_change = r.stock_change, digest = r.digest, link_before = r.link_before, step = case when r.digest is null then 'checked' else 'applied' end
      from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
        as r ("row" integer, part_id uuid, result text, changes jsonb, replacement_key text, stock_change integer, digest text, link_before jsonb)
      where p.import_id = ${id} and p."row" = r."row"`.execute(tx);
}

/** Of these parts those that rows of the import were about before, by what became of the rows. */
export interface DealtWith {
  readonly applied: ReadonlySet<string>;
  readonly refused: ReadonlySet<string>;
}

/** Of these parts those that other rows of the import were about, which are applied or refused. */
export async function findDealtWith(
  tx: Database,
  id: string,
  parts: readonly string[],
): Promise<DealtWith> {
  const dealtWith = { applied: new Set<string>(), refused: new Set<string>() };
  if (parts.length === 0) return dealtWith;
  // With the condition of its index, without which each batch would read the whole import.
  const { rows } = await sql<{ part_id: string; is_applied: boolean }>`
    select part_id, step = 'applied' as is_applied from import_parts
      where import_id = ${id} and part_id = any(${parts}::uuid[]) and (step = 'applied' or result = 'refused')`.execute(
    tx,
  );
  for (const row of rows) dealtWith[row.is_applied ? 'applied' : 'refused'].add(row.part_id);
  return dealtWith;
}

/** Notes that parts are as they were before the import. */
export async function noteUndone(tx: Database, id: string, rows: readonly number[]): Promise<void> {
  await tx
    .updateTable('import_parts')
    .set({ step: 'undone' })
    .where('import_id', '=', id)
    .where('row', '=', sql<number>`any(${rows}::integer[])`)
    .execute();
}
