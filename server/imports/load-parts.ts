import { sql } from 'kysely';
import { dollarsOf } from '#contract/money.ts';
import type { Fitment, PartNumber, PartPicture } from '#contract/part-lists.ts';
import { inOrder } from '#server/parts/part-lists.ts';
import { shownBreaks } from '#server/parts/part-row.ts';
import type { Database } from '#server/shop.ts';
import { vehiclesOf } from '#server/vehicles/kept-vehicles.ts';
import { spellFitments } from '#server/vehicles/spell-fitments.ts';
import type { PartState, StoredPart } from './part-state.ts';

/** These parts with all their facts, their vehicles in the shop's spelling, which background work gives them soon. */
export async function loadParts(
  tx: Database,
  ids: readonly string[],
  lock: boolean,
): Promise<Map<string, StoredPart>> {
  if (ids.length === 0) return new Map();
  const rows = await lockable(tx, ids, lock);
  const there = rows.map(({ id }) => id);
  if (there.length === 0) return new Map();
  const vehicles = await vehiclesOf(tx);
  const [numbers, pictures, fitments] = [
    grouped(await numbersOf(tx, there)),
    grouped(await picturesOf(tx, there)),
    grouped(await fitmentsOf(tx, there)),
  ];
  return new Map(
    rows.map(({ id, inStock, archivedAt, priceCents, storedBreaks, ...facts }) => {
      const state: PartState = {
        ...facts,
        price: dollarsOf(priceCents),
        priceBreaks: shownBreaks(storedBreaks),
        deleted: archivedAt !== null,
        numbers: inOrder(numbers.get(id) ?? []),
        pictures: pictures.get(id) ?? [],
        fitments: inOrder(spellFitments(fitments.get(id) ?? [], vehicles)),
      };
      return [id, { id, state, inStock }];
    }),
  );
}

function lockable(tx: Database, ids: readonly string[], lock: boolean) {
  const rows = tx
    .selectFrom('parts')
    .select([
      'id',
      'name',
      'brand',
      'part_number as partNumber',
      'type_id as type',
      'category_id as category',
      'price_cents as priceCents',
      'order_quantity as orderQuantity',
      'quantity_step as quantityStep',
      'largest_order as largestOrder',
      'pack_label as packLabel',
      'price_breaks as storedBreaks',
      'description',
      'image',
      'image_alt as imageAlt',
      'replaced_by as replacedBy',
      'archived_at as archivedAt',
      'attributes',
      'in_stock as inStock',
    ])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id');
  return (lock ? rows.forUpdate() : rows).execute();
}

function numbersOf(tx: Database, ids: readonly string[]) {
  return tx
    .selectFrom('part_numbers')
    .select(['part_id', 'kind', 'number', 'maker'])
    .where('part_id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

function picturesOf(tx: Database, ids: readonly string[]) {
  return tx
    .selectFrom('part_pictures')
    .select(['part_id', 'image', 'alt'])
    .where('part_id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('part_id')
    .orderBy('position')
    .execute();
}

function fitmentsOf(tx: Database, ids: readonly string[]) {
  return tx
    .selectFrom('fitments')
    .select(['part_id', 'make', 'model', 'year_from as yearFrom', 'year_to as yearTo'])
    .select(['engine', 'position', 'note', 'remark', 'source'])
    .where('part_id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** Rows of a list by their part. */
function grouped<Row extends PartNumber | PartPicture | Fitment>(
  rows: readonly (Row & { part_id: string })[],
): Map<string, Row[]> {
  const byPart = new Map<string, Row[]>();
  for (const { part_id: id, ...row } of rows) {
    const there = byPart.get(id);
    if (there) there.push(row as unknown as Row);
    else byPart.set(id, [row as unknown as Row]);
  }
  return byPart;
}
