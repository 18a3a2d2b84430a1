import { sql } from 'kysely';
import type { Check } from './check-rows.ts';
import { countRows } from '#server/db/page.ts';
import { batchOf } from './job.ts';
import { stageParts, type StagedPart } from './staging-store.ts';
import type { Database } from '#server/shop.ts';

const partsAtOnce = 1_000;
const noPart = '00000000-0000-0000-0000-000000000000';

/**
 * Adds the parts on sale that the file does not have to the import, if they are to be taken out of the shop: those of the supplier,
 * without one all. Answers how many parts are on sale of which some could be taken out.
 */
export async function findMissing({ job, tally, supplier }: Check): Promise<number> {
  const { shop, row } = job;
  if (row.settings.missing !== 'archive') return countOnSale(shop.db);
  let onSale = 0;
  // After all rows that a file can have.
  let place = 10_000_000;
  for (let after = noPart; ;) {
    const parts = await partsOnSale(shop.db, { id: row.id, supplier, after });
    onSale += parts.length;
    const missing = parts.filter((part) => !part.is_there);
    const staged = missing.map((part) => missingPart(part, (place += 1)));
    await batchOf(job, (tx) => stageParts(tx, row.id, staged).then(() => ({})));
    for (const part of staged) tally.add(part);
    if (parts.length < partsAtOnce) return onSale;
    after = parts.at(-1)?.id ?? after;
  }
}

async function countOnSale(db: Database): Promise<number> {
  const onSale = db.selectFrom('parts').where('archived_at', 'is', null);
  return (await countRows(onSale)).count;
}

interface PartOnSale {
  readonly id: string;
  readonly name: string;
  readonly part_number: string | null;
  readonly is_there: boolean;
}

async function partsOnSale(
  db: Database,
  { id, supplier, after }: { id: string; supplier: string | null; after: string },
): Promise<PartOnSale[]> {
  const ofSupplier = sql`and exists (select from supplier_parts s where s.supplier_key = ${supplier} and s.part_id = p.id)`;
  const { rows } = await sql<PartOnSale>`
    select p.id, p.name, p.part_number,
        exists (select from import_keys k where k.import_id = ${id} and k.key in ('part:' || p.id, 'named:' || p.id)) as is_there
      from parts p where p.archived_at is null and p.id > ${after} ${supplier === null ? sql`` : ofSupplier}
      order by p.id limit ${partsAtOnce}`.execute(db);
  return rows;
}

function missingPart({ id, name, part_number }: PartOnSale, row: number): StagedPart {
  return {
    row,
    rows: 0,
    part_id: id,
    part_number,
    name,
    facts: { id, deleted: true },
    result: 'archive',
    changes: { deleted: [false, true] },
    stock_change: 0,
    replacement_key: null,
  };
}
