import { sql } from 'kysely';
import type { Database } from '#server/shop.ts';
import type { ImportPartRow, ImportRow } from './store.ts';
import { noteOfImport } from './write-parts.ts';

/**
 * Of these parts those whose stock a later import has set, or an admin has adjusted, since this import moved it: that was counted with its
 * pieces in it, or without them. What comes and goes beside it does not matter: orders, and stock changes and undoing of other imports.
 */
export async function findCountedSince(
  tx: Database,
  { name, finished_at: end }: Pick<ImportRow, 'name' | 'finished_at'>,
  parts: readonly ImportPartRow[],
): Promise<ReadonlySet<string>> {
  const moved = parts.filter((part) => part.stock_change !== 0);
  if (moved.length === 0) return new Set();
  const rows = moved.map(({ part_id, result, stock_change }) => ({
    part_id,
    delta: stock_change,
    ...(result === 'add'
      ? { reason: 'opening', note: '' }
      : { reason: 'adjustment', note: noteOfImport(name) }),
  }));
  const found = await sql<{ part_id: string }>`
    select m.part_id from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m (part_id uuid, delta integer, reason text, note text)
      where exists (select from import_parts p
          where p.import_id = any(array(select i.id from imports i where i.finished_at > ${end}::timestamptz))
            and p.part_id = m.part_id and p.step = 'applied' and p.stock_change <> 0 and p.facts->>'inStock' is not null)
        or exists (select from stock_ledger l,
            lateral (select o.created_at, o.id from stock_ledger o
              where o.part_id = m.part_id and o.delta = m.delta and o.reason = m.reason and o.note = m.note
                and o.created_at <= ${end}::timestamptz
              order by o.created_at desc, o.id desc limit 1) own
          where l.part_id = m.part_id and l.created_at >= own.created_at and (l.created_at, l.id) > (own.created_at, own.id)
            and l.reason = 'adjustment' and l.note not like ${noteOfImport('%')})`.execute(tx);
  return new Set(found.rows.map((row) => row.part_id));
}
