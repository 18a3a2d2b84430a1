import { sql } from 'kysely';
import { inBatches } from '#server/background/in-batches.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { nextParts } from '#server/parts/next-parts.ts';
import { listPartTypes } from '#server/parts/types-store.ts';
import type { Shop } from '#server/shop.ts';
import { countClaims } from './count-claims.ts';
import { fitmentFaults } from './fitment-faults.ts';
import { writeFaults } from './fitments-store.ts';
import { vehiclesOf } from './kept-vehicles.ts';
import { listVotedOn } from './votes-store.ts';

const partsAtOnce = 200;

/** Looks at the fitments of parts whose facts have changed since that was done, and writes down what is wrong with them. What buyers say of them is counted anew. */
export async function checkFitments(shop: Shop): Promise<void> {
  const { db } = shop;
  const types = new Map((await listPartTypes(db)).map((type) => [type.id, type]));
  const vehicles = await vehiclesOf(db);
  let isRecounted = false;
  const step = () =>
    inTransaction(db, async (tx) => {
      const parts = await nextParts(
        tx,
        sql`fitments_as_of is distinct from updated_at`,
        partsAtOnce,
      )
        .select(['id', 'type_id', 'attributes', 'archived_at'])
        .execute();
      const ids = parts.map(({ id }) => id);
      if (ids.length === 0) return 0;
      const fitments = await tx
        .selectFrom('fitments')
        .select(['part_id', 'make', 'model', 'year_from as yearFrom', 'year_to as yearTo'])
        .select(['engine', 'position', 'note', 'remark', 'source'])
        .where('part_id', '=', sql<string>`any(${ids}::uuid[])`)
        .execute();
      const byPart = Map.groupBy(fitments, ({ part_id: part }) => part);
      const faults = parts
        .filter(({ archived_at: archived }) => archived === null)
        .flatMap(({ id, type_id: type, attributes }) =>
          fitmentFaults(
            {
              type: type === null ? undefined : types.get(type),
              attributes,
              fitments: byPart.get(id) ?? [],
            },
            (make, model) => vehicles.namesOf(make, model, null),
          ).map((fault) => ({ ...fault, part_id: id })),
        );
      await writeFaults(tx, faults, ids);
      for (const id of await listVotedOn(tx, ids)) {
        await countClaims(tx, shop, id, vehicles);
        isRecounted = true;
      }
      await tx
        .updateTable('parts')
        .set({ fitments_as_of: sql`updated_at` })
        .where('id', 'in', ids)
        .execute();
      return ids.length;
    });
  await inBatches(step, partsAtOnce);
  if (isRecounted) shop.publicPagesChanged();
}
