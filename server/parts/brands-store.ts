import { partNumberKey } from '#contract/part-rules.ts';
import type { Database } from '#server/shop.ts';

/** The brand of this name as the shop spells it: an unknown one is stored, and from then on it is spelled so. */
export async function brandNamed(tx: Database, name: string): Promise<string> {
  // A name without letters and digits is its own key.
  const key = partNumberKey(name) || name;
  const stored = tx
    .insertInto('brands')
    .values({ name, name_key: key })
    .onConflict((known) => known.doNothing())
    .returning('name');
  const row =
    (await stored.executeTakeFirst()) ??
    (await tx.selectFrom('brands').select('name').where('name_key', '=', key).executeTakeFirst());
  return row?.name ?? name;
}

/** Brands whose names begin like this, however it is spelled, in alphabetical order. */
export async function listBrands(db: Database, typed: string, most: number): Promise<string[]> {
  const key = partNumberKey(typed);
  const rows = await db
    .selectFrom('brands')
    .select('name')
    .where('name_key', 'like', `${key}%`)
    .orderBy('name')
    .limit(most)
    .execute();
  return rows.map(({ name }) => name);
}
