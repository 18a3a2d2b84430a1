import { sql } from 'kysely';
import { partNumberKey } from '#contract/part-rules.ts';
import type { Database } from '#server/shop.ts';
import type { Changes } from './part-state.ts';
import type { ImportPartRow } from './store.ts';
import type { WantedPart } from './wanted-part.ts';

/** What became of a part of an import. */
export interface AppliedPart extends Pick<
  ImportPartRow,
  'row' | 'part_id' | 'result' | 'stock_change' | 'digest'
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
    update import_parts p set part_id = r.part_id, result = r.result, changes = r.changes, stock_change = r.stock_change,
        digest = r.digest, step = case when r.digest is null then 'checked' else 'applied' end
      from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
        as r ("row" integer, part_id uuid, result text, changes jsonb, stock_change integer, digest text)
      where p.import_id = ${id} and p."row" = r."row"`.execute(tx);
}

/** Notes which parts a supplier's list brought, and its own numbers for them: a number leads to the part it stood at last. */
export async function noteSupplied(
  tx: Database,
  { key, name }: { key: string; name: string },
  parts: readonly { id: string; wanted: WantedPart }[],
): Promise<void> {
  if (parts.length === 0) return;
  await sql`
    insert into suppliers (name_key, name, fields) values (${key}, ${name}, '{}') on conflict do nothing`.execute(
    tx,
  );
  const rows = parts.map(({ id, wanted: { supplierNumber } }) => ({
    part_id: id,
    number_key: supplierNumber === undefined ? null : partNumberKey(supplierNumber),
  }));
  const numbers = rows.flatMap(({ number_key }) => (number_key === null ? [] : [number_key]));
  await sql`
    update supplier_parts set number_key = null
      where supplier_key = ${key} and number_key = any (${numbers}::text[])`.execute(tx);
  await sql`
    insert into supplier_parts (supplier_key, part_id, number_key)
      select ${key}, r.part_id, r.number_key
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (part_id uuid, number_key text) order by r.part_id
      on conflict (supplier_key, part_id) do update set number_key = coalesce(excluded.number_key, supplier_parts.number_key)`.execute(
    tx,
  );
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

/** Forgets which suppliers' lists brought these parts. */
export async function forgetSupplied(tx: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from supplier_parts where part_id = any (${ids}::uuid[])`.execute(tx);
}
