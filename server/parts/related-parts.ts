import { sql } from 'kysely';
import { forAnyValues } from '#server/db/any-values.ts';
import { prepared, rowsOf } from '#server/db/prepared.ts';
import type { Database } from '#server/shop.ts';
import { partColumns, type PartRow } from './part-row.ts';

/** How many are shown. */
const most = 8;

/** Among how many of the type, and by how many of its vehicles: what is read does not grow with the catalogue. */
const sought = { parts: 60, vehicles: 8 };

/**
 * Parts of the same type that are on sale and not replaced: those first that fit one of the same vehicles, then those that can be ordered
 * now, then the newest. None for a part without a type, or that is not on sale.
 */
export function listRelated(db: Database, id: string): Promise<PartRow[]> {
  return rowsOf(db, relatedTo({ id }));
}

const relatedTo = prepared((db, { id }: { id: string }) => {
  const vehicles = db
    .selectFrom('fitments')
    .select(['make', 'model', 'year_from', 'year_to'])
    .where('part_id', '=', id)
    .orderBy('make')
    .orderBy('model')
    .orderBy('year_from')
    .limit(sought.vehicles);
  const type = db
    .selectFrom('parts')
    .select('type_id')
    .where('id', '=', id)
    .where('archived_at', 'is', null);
  const ofType = db
    .selectFrom('parts')
    .select(partColumns)
    .where('type_id', '=', type)
    .where('archived_at', 'is', null)
    .where('replaced_by', 'is', null)
    .where('id', '<>', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sought.parts);
  return db
    .with(
      (cte) => cte('vehicles').materialized(),
      () => vehicles,
    )
    .selectFrom(ofType.as('p'))
    .select(partColumns)
    .orderBy(
      // A look into the index for each part and vehicle, never all vehicles of a part, of which it may have a thousand. Written as
      // a span so that the index by part answers it: by vehicle there are the more, the more parts there are.
      sql`exists (select from vehicles v where (select true from fitments f
        where f.part_id = p.id and (f.make, f.model) >= (v.make, v.model) and (f.make, f.model) <= (v.make, v.model)
          and f.year_from <= v.year_to and f.year_to >= v.year_from limit 1))`,
      'desc',
    )
    .orderBy(sql`in_stock >= order_quantity`, 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .modifyEnd(forAnyValues);
});
