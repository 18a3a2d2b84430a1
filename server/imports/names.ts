import type { PartType } from '#contract/part-lists.ts';
import { partNumberKey } from '#contract/part-rules.ts';
import type { Database } from '#server/shop.ts';

/** The ids of part types by all their names, as `partNumberKey` writes them; an id or a name comes before another type's other name. */
export function typesByName(types: readonly PartType[]): Map<string, string> {
  const ids = new Map<string, string>();
  for (const { id, otherNames } of types)
    for (const name of otherNames)
      if (!ids.has(partNumberKey(name))) ids.set(partNumberKey(name), id);
  for (const { id, name } of types) ids.set(partNumberKey(name), id).set(partNumberKey(id), id);
  return ids;
}

/** The categories of the shop. */
export function listCategories(db: Database): Promise<Category[]> {
  return db.selectFrom('categories').select(['id', 'name']).execute();
}

interface Category {
  readonly id: string;
  readonly name: string;
}

/** The ids of categories by id and name. */
export function categoriesByName(rows: readonly Category[]): Map<string, string> {
  return new Map(
    rows.flatMap(({ id, name }) => [
      [partNumberKey(name), id],
      [partNumberKey(id), id],
    ]),
  );
}

/** The keys of attributes by label and key, as `plain` writes them; one that several types use for different things has no label. */
export function attributesByName(
  types: readonly PartType[],
  plain: (name: string) => string,
): Map<string, string> {
  const keys = new Map<string, string | null>();
  for (const { attributes } of types)
    for (const { key, label } of attributes) {
      const there = keys.get(plain(label));
      keys.set(plain(label), there === undefined || there === key ? key : null);
    }
  return new Map([...keys].flatMap(([name, key]) => (key === null ? [] : [[name, key] as const])));
}
