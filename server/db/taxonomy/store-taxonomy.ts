import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { sql, type Insertable, type Kysely } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { inTransaction } from '#server/db/transaction.ts';

/** The file of part types, shelf by shelf; scripts/demo-catalogue writes it. */
interface Taxonomy {
  /** Grows with each change. */
  readonly version: number;
  readonly categories: readonly {
    readonly id: string;
    readonly name: string;
    readonly types: readonly {
      readonly id: string;
      readonly name: string;
      readonly otherNames: readonly string[];
      readonly german: readonly string[];
      readonly fit: Tables['part_types']['fit'];
      /** Of a piece. */
      readonly weightG: number;
      readonly attributes: readonly {
        readonly key: string;
        readonly label: string;
        readonly unit: string;
        readonly choices: string[] | null;
      }[];
    }[];
  }[];
}

type Row<Table extends keyof Tables> = Insertable<Tables[Table]>;

interface Rows {
  readonly categories: Row<'categories'>[];
  readonly types: Row<'part_types'>[];
  readonly names: Row<'part_type_names'>[];
  readonly attributes: Row<'part_type_attributes'>[];
}

/**
 * Gives the database the shop's part types, with their categories, names and attributes. They belong to the version of the shop:
 * at each start they are brought up to date, and none is deleted, because parts refer to them. Writes only what differs, and nothing
 * into a database that has those of a newer version.
 */
export async function storeTaxonomy(db: Kysely<Tables>): Promise<void> {
  const taxonomy = readTaxonomy();
  const wanted = rowsOf(taxonomy);
  const { version } = taxonomy;
  const stored = (await storedVersion(db)) ?? version;
  if (stored === version && isDeepStrictEqual(await storedRows(db, wanted), wanted)) return;
  await inTransaction(db, async (tx) => {
    if (await claimVersion(tx, version)) await writeRows(tx, wanted);
  });
}

/** Undefined for a database that is not a shop's yet. */
async function storedVersion(db: Kysely<Tables>): Promise<number | undefined> {
  const facts = db.selectFrom('shop_facts').select('taxonomy_version');
  return (await facts.executeTakeFirst())?.taxonomy_version;
}

/** Notes the version until the end of the transaction; false when a newer one came first. */
async function claimVersion(tx: Kysely<Tables>, version: number): Promise<boolean> {
  const facts = await tx
    .updateTable('shop_facts')
    .set({ taxonomy_version: sql`greatest(taxonomy_version, ${version}::integer)` })
    .returning('taxonomy_version')
    .executeTakeFirst();
  return facts === undefined || facts.taxonomy_version === version;
}

function readTaxonomy(): Taxonomy {
  const text = readFileSync(new URL('./taxonomy.json', import.meta.url), 'utf8');
  return JSON.parse(text) as Taxonomy;
}

function rowsOf({ categories }: Taxonomy): Rows {
  const types = categories.flatMap((category) =>
    category.types.map((type) => ({ ...type, category_id: category.id })),
  );
  const names = types.flatMap(({ id, otherNames, german }) => [
    ...otherNames.map((name) => ({ type_id: id, language: 'en' as const, name })),
    ...german.map((name) => ({ type_id: id, language: 'de' as const, name })),
  ]);
  return {
    categories: categories.map(({ id, name }, position) => ({ id, name, position })),
    types: types.map(({ id, category_id, name, fit, weightG }, position) => ({
      id,
      category_id,
      name,
      fit,
      weight_g: weightG,
      position,
    })),
    names: names.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)),
    attributes: types.flatMap(({ id, attributes }) =>
      attributes.map((attribute, position) => ({ type_id: id, ...attribute, position })),
    ),
  };
}

const keyOf = ({ type_id, language, name }: Row<'part_type_names'>) =>
  `${type_id}\n${language}\n${name}`;

/** What the database has of the types wanted, in the same order. */
async function storedRows(db: Kysely<Tables>, wanted: Rows): Promise<Rows> {
  const ids = wanted.types.map(({ id }) => id);
  const categoryIds = wanted.categories.map(({ id }) => id);
  const categories = db.selectFrom('categories').selectAll().where('id', 'in', categoryIds);
  const types = db.selectFrom('part_types').selectAll().where('id', 'in', ids);
  const names = db.selectFrom('part_type_names').selectAll().where('type_id', 'in', ids);
  const attributes = db
    .selectFrom('part_type_attributes')
    .selectAll('part_type_attributes')
    .innerJoin('part_types', 'part_types.id', 'type_id')
    .where('type_id', 'in', ids);
  return {
    categories: await categories.orderBy('position').execute(),
    types: await types.orderBy('position').execute(),
    names: (await names.execute()).toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)),
    attributes: await attributes
      .orderBy('part_types.position')
      .orderBy('part_type_attributes.position')
      .execute(),
  };
}

/** Other copies that start at the same moment wait at the first row, and then write the same. */
async function writeRows(tx: Kysely<Tables>, { categories, types, names, attributes }: Rows) {
  const ids = types.map(({ id }) => id);
  await tx
    .insertInto('categories')
    .values(categories)
    .onConflict((known) =>
      known.column('id').doUpdateSet({
        name: sql.ref('excluded.name'),
        position: sql.ref('excluded.position'),
      }),
    )
    .execute();
  await tx
    .insertInto('part_types')
    .values(types)
    .onConflict((known) =>
      known.column('id').doUpdateSet({
        category_id: sql.ref('excluded.category_id'),
        name: sql.ref('excluded.name'),
        fit: sql.ref('excluded.fit'),
        weight_g: sql.ref('excluded.weight_g'),
        position: sql.ref('excluded.position'),
      }),
    )
    .execute();
  await tx.deleteFrom('part_type_names').where('type_id', 'in', ids).execute();
  await tx.deleteFrom('part_type_attributes').where('type_id', 'in', ids).execute();
  if (names.length > 0) await tx.insertInto('part_type_names').values(names).execute();
  await tx.insertInto('part_type_attributes').values(attributes).execute();
}
