import { sql } from 'kysely';
import { inBatches } from '#server/background/in-batches.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Database, Shop } from '#server/shop.ts';
import { writeSearchWords } from '#server/db/search-words.ts';
import { brandNamed } from './brands-store.ts';
import { nextParts } from './next-parts.ts';

/** Orders of these parts wait until their words are written. */
const partsAtOnce = 200;

/**
 * Writes the words of parts that were changed without them: by copies of a version before there were any, and by whoever sets
 * `search_as_of` to null. Brands of such parts are stored, too.
 */
export async function indexParts({ db }: Pick<Shop, 'db'>): Promise<void> {
  const step = () =>
    inTransaction(db, async (tx) => {
      const parts = await nextParts(tx, sql`search_as_of is distinct from updated_at`, partsAtOnce)
        .select(['id', 'brand'])
        .execute();
      const ids = parts.map(({ id }) => id);
      for (const brand of new Set(parts.map((part) => part.brand)))
        if (brand !== null) await spellBrand(tx, ids, brand);
      if (ids.length > 0) await writeSearchWords(tx, ids);
      return ids.length;
    });
  await inBatches(step, partsAtOnce);
}

/** Stores the brand of these parts; if it is known in another spelling, they take that over. */
async function spellBrand(tx: Database, ids: readonly string[], brand: string): Promise<void> {
  const name = await brandNamed(tx, brand);
  if (name === brand) return;
  await tx
    .updateTable('parts')
    .set({ brand: name })
    .where('id', 'in', ids)
    .where('brand', '=', brand)
    .execute();
}
