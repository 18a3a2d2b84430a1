import type { PartDetail } from '#contract/parts.ts';
import type { Database } from '#server/shop.ts';
import { findPartLists } from './part-lists.ts';
import { showPart, type WholePartRow } from './part-row.ts';
import { findCategoryName } from './store.ts';
import { findPartType } from './types-store.ts';

/** A part with its lists, its type and the name of its category. */
export async function showWhole(
  db: Database,
  part: WholePartRow,
): Promise<Omit<PartDetail, 'replacement' | 'replaces' | 'rating'>> {
  const { category_id: category, type_id: type } = part;
  const [lists, partType, categoryName] = await Promise.all([
    findPartLists(db, part.id),
    type === null ? undefined : findPartType(db, type),
    // A type stands on the shelf of its parts.
    category === null || type !== null ? undefined : findCategoryName(db, category),
  ]);
  return {
    ...showPart(part),
    attributes: part.attributes,
    ...lists,
    partType: partType ?? null,
    categoryName: partType?.categoryName ?? categoryName ?? null,
  };
}
