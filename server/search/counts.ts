import { sql, type RawBuilder } from 'kysely';
import type { FacetName } from '#contract/search.ts';

/** How many parts have each value. */
export type PartsOfValues = ReadonlyMap<string, number>;

/** PartsOfValues of found parts by what facets are about; `mostCounted + 1` parts are looked at, no more. */
export interface Counts {
  readonly categories: PartsOfValues;
  readonly types: PartsOfValues;
  readonly brands: PartsOfValues;
  readonly inStock: number;
  readonly least: number | null;
  readonly most: number | null;
  /** Of the one type that all have. */
  readonly attributes: readonly { key: string; value: string; parts: number }[];
}

/** What found parts have, each its own; none when nothing is found. */
type Values = readonly (string | null)[] | null;

/** As the database tells it: values instead of their numbers. */
export interface ToldCounts extends Pick<Counts, 'inStock' | 'least' | 'most'> {
  readonly categories: Values;
  readonly types: Values;
  readonly brands: Values;
  readonly attributes: Readonly<Record<string, Values>> | null;
}

/** Where to read the attributes of found parts: with all else that is counted, or in the rows of the parts alone, because an index has all else. */
const attributeRows = {
  found: sql`(select attributes from found)`,
  parts: sql`materialized (
    select part.attributes from found cross join lateral (select attributes from parts where parts.id = found.id limit 1) part)`,
};
export type AttributesIn = keyof typeof attributeRows;

/** SQL of each, of all rows of `found`, in one pass: values are told one by one, because the database takes longer to count each than to find the parts. */
const figures = {
  categories: () => sql`json_agg(category_id)`,
  types: () => sql`json_agg(type_id)`,
  brands: () => sql`json_agg(brand)`,
  inStock: () => sql`count(*) filter (where in_stock >= order_quantity)`,
  least: () => sql`min(price_cents)`,
  most: () => sql`max(price_cents)`,
  // Its keys are known: taking values apart row by row would take longer than all else.
  attributes: (place: AttributesIn) => sql`case when min(type_id) = max(type_id) then (
    with its as ${attributeRows[place]}
    select json_object_agg(key, (select json_agg(attributes ->> key) from its))
      from part_type_attributes where type_id = min(found.type_id)) end`,
} satisfies Record<keyof Counts, unknown>;

/** All that facets need. */
export const allCounts = Object.keys(figures) as (keyof Counts)[];

/** What figures are made of. */
export function countedColumns(place: AttributesIn): RawBuilder<unknown> {
  const attributes = place === 'found' ? sql`, attributes` : sql``;
  return sql`id, type_id, category_id, brand, price_cents, in_stock, order_quantity ${attributes}`;
}

/** What each facet tells, beside how many parts it looked at. */
const told: Record<FacetName, readonly (keyof Counts)[]> = {
  category: ['categories'],
  type: ['types'],
  brand: ['brands'],
  price: ['least', 'most'],
  attributes: ['types', 'attributes'],
};

/** SQL of these figures of `found`, for a select. */
export function selected(
  names: readonly (keyof Counts)[],
  place: AttributesIn,
): RawBuilder<unknown>[] {
  return names.map((name) => sql`${figures[name](place)} as ${sql.ref(name)}`);
}

/** Columns of which each facet's figures are made. */
export const facetColumns: Record<FacetName, RawBuilder<unknown>> = {
  category: sql`category_id`,
  type: sql`type_id`,
  brand: sql`brand`,
  price: sql`price_cents`,
  attributes: sql`type_id, attributes`,
};

/** SQL of what a facet tells, as one object, of the last of these tables, which is `found`. `own` and `isCutOff` may ask how many these are. */
export function toldBy(
  facet: FacetName,
  tables: readonly RawBuilder<unknown>[],
  { own, isCutOff }: Readonly<Record<'own' | 'isCutOff', RawBuilder<unknown>>>,
): RawBuilder<unknown> {
  return sql`(with ${sql.join(tables)}
    select row_to_json(its) from (
      select ${sql.join(selected(told[facet], 'found'))}, count(*) as count, ${own} as own, ${isCutOff} as "isCutOff" from found having true) its)`;
}

/** Counts what was told of found parts. */
export function countsOf({
  categories,
  types,
  brands,
  attributes,
  ...figured
}: Partial<ToldCounts>): Partial<Counts> {
  return {
    ...figured,
    ...(categories !== undefined && { categories: countEach(categories) }),
    ...(types !== undefined && { types: countEach(types) }),
    ...(brands !== undefined && { brands: countEach(brands) }),
    ...(attributes !== undefined && { attributes: countEachAttribute(attributes ?? {}) }),
  };
}

function countEachAttribute(
  attributes: NonNullable<ToldCounts['attributes']>,
): Counts['attributes'] {
  return Object.entries(attributes).flatMap(([key, values]) =>
    [...countEach(values)].map(([value, parts]) => ({ key, value, parts })),
  );
}

function countEach(values: Values): PartsOfValues {
  const counts = new Map<string, number>();
  for (const value of values ?? [])
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
