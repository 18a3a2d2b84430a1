import { sql } from 'kysely';
import type { PartType } from '#contract/part-lists.ts';
import { prepared, rowsOf } from '#server/db/prepared.ts';
import type { Database } from '#server/shop.ts';

function types(db: Database) {
  return db
    .selectFrom('part_types')
    .innerJoin('categories', 'categories.id', 'part_types.category_id')
    .select([
      'part_types.id',
      'part_types.name',
      'part_types.category_id as category',
      'categories.name as categoryName',
      'part_types.fit',
      'part_types.weight_g as weight',
    ])
    .select([
      sql<string[]>`array(select n.name from part_type_names n where n.type_id = part_types.id
        order by n.language desc, n.name)`.as('otherNames'),
      sql<PartType['attributes']>`coalesce((
        select json_agg(json_build_object('key', a.key, 'label', a.label, 'unit', a.unit, 'choices', a.choices) order by a.position)
        from part_type_attributes a where a.type_id = part_types.id), '[]')`.as('attributes'),
    ]);
}

/** All part types, shelf by shelf. */
export function listPartTypes(db: Database): Promise<PartType[]> {
  return types(db).orderBy('categories.position').orderBy('part_types.position').execute();
}

export function findPartType(db: Database, id: string): Promise<PartType | undefined> {
  return rowsOf(db, typeOf({ id })).then(([type]) => type);
}

const typeOf = prepared((db, { id }: { id: string }) => types(db).where('part_types.id', '=', id));

/** SQL: the type of a part, for a statement that reads the table `parts`. */
export function typeOfPart(db: Database) {
  const its = types(db).where(sql<boolean>`part_types.id = parts.type_id`);
  return sql<PartType | null>`(select row_to_json(its) from (${its}) its)`;
}
