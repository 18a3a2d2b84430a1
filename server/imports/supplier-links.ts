import { sql } from 'kysely';
import { partNumberKey } from '#contract/part-rules.ts';
import type { SupplierLink } from '#server/db/import-tables.ts';
import type { Database } from '#server/shop.ts';
import type { Changes } from './part-state.ts';
import type { ImportPartRow } from './store.ts';
import type { WantedPart } from './wanted-part.ts';

/**
 * What changes in how the supplier's lists know a part: the number under which the next ones find it, if they do not find it by this one
 * yet, or that it is a part of theirs at all, so that it counts as missing in a later list without it.
 */
export function newLink(
  id: string,
  { supplierNumber }: WantedPart,
  supplied: ReadonlyMap<string, string | null> | null,
): Changes {
  const known = supplied?.get(id) ?? null;
  if (supplierNumber !== undefined && known !== partNumberKey(supplierNumber))
    return { supplierNumber: [known, supplierNumber] };
  return supplied === null || supplied.has(id) ? {} : { ofThisSupplier: [false, true] };
}

/**
 * Notes which parts a supplier's list brought, and its own numbers for them: a number leads to the part it stood at last. Answers by
 * their ids how it was before.
 */
export async function noteSupplied(
  tx: Database,
  { key, name }: { key: string; name: string },
  parts: readonly { id: string; wanted: WantedPart }[],
): Promise<Map<string, SupplierLink>> {
  if (parts.length === 0) return new Map();
  await sql`
    insert into suppliers (name_key, name, fields) values (${key}, ${name}, '{}') on conflict do nothing`.execute(
    tx,
  );
  const rows = parts.map(({ id, wanted: { supplierNumber } }) => ({
    part_id: id,
    number_key: supplierNumber === undefined ? null : partNumberKey(supplierNumber),
  }));
  const numbers = rows.flatMap(({ number_key }) => (number_key === null ? [] : [number_key]));
  const before = await linksBefore(tx, key, rows);
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
  return before;
}

interface Supplied {
  readonly part_id: string;
  readonly number_key: string | null;
}

async function linksBefore(tx: Database, key: string, rows: readonly Supplied[]) {
  const { rows: found } = await sql<SupplierLink & { part_id: string }>`
    select r.part_id, its.part_id is not null as had, its.number_key as number, other.part_id as "from"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (part_id uuid, number_key text)
      left join supplier_parts its on its.supplier_key = ${key} and its.part_id = r.part_id
      left join supplier_parts other on other.supplier_key = ${key} and other.number_key = r.number_key and other.part_id <> r.part_id`.execute(
    tx,
  );
  return new Map(found.map(({ part_id: id, ...link }) => [id, link]));
}

/** Parts of an import that are undone and were of a supplier's list, in the order of its file. */
export function listLinked(
  db: Database,
  id: string,
  { after, most }: { after: number; most: number },
): Promise<ImportPartRow[]> {
  return db
    .selectFrom('import_parts')
    .selectAll()
    .where('import_id', '=', id)
    .where('row', '>', after)
    .where('step', '=', 'undone')
    .where('link_before', 'is not', null)
    .orderBy('row')
    .limit(most)
    .execute();
}

/** A part of an import that may have changed how a supplier's lists know it. */
type Linked = Pick<ImportPartRow, 'part_id' | 'facts' | 'link_before'>;

/** How the parts were known before, which number they took, and which the import left them with. */
function recordsetOf(parts: readonly Linked[]) {
  const rows = parts.map(({ part_id, facts, link_before: before }) => {
    const { supplierNumber } = facts as WantedPart;
    const taken = supplierNumber === undefined ? null : partNumberKey(supplierNumber);
    return { part_id, ...before, taken, left: taken ?? before?.number ?? null };
  });
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as r (part_id uuid, had boolean, number text, "from" uuid, taken text, "left" text)`;
}

/** Takes back what an import noted of these parts; what was noted later stays. */
export async function dropLinks(
  tx: Database,
  key: string,
  parts: readonly Linked[],
): Promise<void> {
  const recordset = recordsetOf(parts);
  const asLeft = sql`s.supplier_key = ${key} and s.part_id = r.part_id and s.number_key is not distinct from r."left"`;
  await sql`delete from supplier_parts s using ${recordset} where ${asLeft} and not r.had`.execute(
    tx,
  );
  await sql`
    update supplier_parts s set number_key = null from ${recordset}
      where ${asLeft} and r.had and r.number is distinct from r."left"`.execute(tx);
}

/** Lets numbers lead where they led before an import, when all its own have gone; one that leads elsewhere since stays there. */
export async function giveBackLinks(
  tx: Database,
  key: string,
  parts: readonly Linked[],
): Promise<void> {
  const recordset = recordsetOf(parts);
  const giveBack = (part: 'part_id' | 'from', number: 'number' | 'taken') => sql`
    update supplier_parts s set number_key = r.${sql.ref(number)} from ${recordset}
      where s.supplier_key = ${key} and s.part_id = r.${sql.ref(part)} and s.number_key is null and r.${sql.ref(number)} is not null
        and not exists (select from supplier_parts o where o.supplier_key = ${key} and o.number_key = r.${sql.ref(number)})`;
  await giveBack('part_id', 'number').execute(tx);
  await giveBack('from', 'taken').execute(tx);
}

/** Forgets which suppliers' lists brought these parts. */
export async function forgetSupplied(tx: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from supplier_parts where part_id = any (${ids}::uuid[])`.execute(tx);
}
