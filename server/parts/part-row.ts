import type { Selectable } from 'kysely';
import { centsOf, dollarsOf } from '#contract/money.ts';
import type { Part, PartFacts } from '#contract/parts.ts';
import type { Tables } from '#server/db/schema.ts';

/** The columns of `PartRow`. */
export const partColumns = [
  'id',
  'name',
  'brand',
  'part_number',
  'category_id',
  'description',
  'image',
  'price_cents',
  'order_quantity',
  'in_stock',
  'created_at',
] as const;

/** A part's row without the columns for the search. */
export type PartRow = Pick<Selectable<Tables['parts']>, (typeof partColumns)[number]>;

/** A part as the API answers it. */
export function showPart(row: PartRow): Part {
  return {
    _id: row.id,
    name: row.name,
    image: row.image,
    price: dollarsOf(row.price_cents),
    description: row.description,
    orderQuantity: row.order_quantity,
    inStock: row.in_stock,
    createdAt: row.created_at.toISOString(),
    brand: row.brand,
    partNumber: row.part_number,
    category: row.category_id,
  };
}

/**
 * The columns of a part's facts. One that is left out keeps its value, or gets its default in a new part. Does not compile
 * when one is no column.
 */
export function columnsOf({ price, orderQuantity, ...same }: PartFacts) {
  const columns = { ...same, price_cents: centsOf(price), order_quantity: orderQuantity };
  return columns satisfies {
    [Name in keyof typeof columns]: Name extends keyof Tables['parts'] ? unknown : never;
  };
}
