import { sql } from 'kysely';
import type { PartDetail } from '#contract/parts.ts';
import { prepared, rowsOf } from '#server/db/prepared.ts';
import { countsByRating, ratingOf } from '#server/reviews/store.ts';
import type { Database } from '#server/shop.ts';
import { claimsOfPart } from '#server/vehicles/votes-store.ts';
import { listsInOrder, partLists, type PartLists } from './part-lists.ts';
import { showPart, wholePartColumns, type WholePartRow } from './part-row.ts';
import { findReplacement, replacedParts } from './replacements.ts';
import { typeOfPart } from './types-store.ts';

/** A part with its lists, its type and the name of its category. */
type Whole = Omit<PartDetail, 'replacement' | 'replaces' | 'rating' | 'claims'>;

/** What of a part stands in other tables. */
interface Beside extends PartLists {
  readonly type: PartDetail['partType'];
  readonly category: string | null;
}

function beside(db: Database) {
  const category = sql<string | null>`(select name from categories where id = parts.category_id)`;
  return [...partLists, typeOfPart(db).as('type'), category.as('category')] as const;
}

const besideOf = prepared((db, { id }: { id: string }) =>
  db.selectFrom('parts').select(beside(db)).where('id', '=', id),
);

/** Of a part that was just read. */
export async function showWhole(db: Database, part: WholePartRow): Promise<Whole> {
  const [its] = await rowsOf(db, besideOf(part));
  if (its === undefined) throw new Error('A part is never deleted.');
  return withBeside(part, its);
}

function withBeside(part: WholePartRow, { type, category, ...lists }: Beside): Whole {
  return {
    ...showPart(part),
    attributes: part.attributes,
    ...listsInOrder(lists),
    partType: type,
    // A type stands on the shelf of its parts.
    categoryName: type?.categoryName ?? category,
  };
}

const detailOf = prepared((db, { id }: { id: string }) =>
  db
    .selectFrom('parts')
    .select(wholePartColumns)
    .select(beside(db))
    .select([countsByRating.as('ratings'), replacedParts.as('replaces')])
    .select(claimsOfPart.as('claims'))
    .where('id', '=', id)
    .where('archived_at', 'is', null),
);

/** All that visitors see of a part; undefined when it is not on sale. */
export async function findDetail(db: Database, id: string): Promise<PartDetail | undefined> {
  const [row] = await rowsOf(db, detailOf({ id }));
  if (row === undefined) return undefined;
  const replacement = row.replaced_by === null ? undefined : await findReplacement(db, id);
  return {
    ...withBeside(row, row),
    replacement: replacement ?? null,
    replaces: row.replaces,
    rating: ratingOf(row.ratings),
    ...(row.claims && row.claims.length > 0 && { claims: row.claims }),
  };
}
