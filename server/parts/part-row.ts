import type { Selectable } from 'kysely';
import { partNumberKey } from '#contract/part-rules.ts';
import { centsOf, dollarsOf } from '#contract/money.ts';
import type { QuantityLimits } from '#contract/order-rules.ts';
import type { PriceBreak } from '#contract/part-lists.ts';
import type { Part, PartFacts } from '#contract/parts.ts';
import type { StoredPriceBreak } from '#server/db/part-tables.ts';
import type { Tables } from '#server/db/schema.ts';

/** The columns of `PartRow`. */
export const partColumns = [
  'id',
  'name',
  'brand',
  'part_number',
  'category_id',
  'type_id',
  'image_alt',
  'replaced_by',
  'description',
  'image',
  'price_cents',
  'order_quantity',
  'quantity_step',
  'largest_order',
  'pack_label',
  'price_breaks',
  'in_stock',
  'created_at',
] as const;

/** With the facts that lists of parts do not show. */
export const wholePartColumns = [...partColumns, 'attributes'] as const;
export type WholePartRow = Pick<Selectable<Tables['parts']>, (typeof wholePartColumns)[number]>;

/** A part's row as lists show it. */
export type PartRow = Pick<Selectable<Tables['parts']>, (typeof partColumns)[number]>;

/** The rules of a part's quantities, null or empty where the shop has set none. */
function rulesOf(row: PartRow) {
  return {
    quantityStep: row.quantity_step,
    largestOrder: row.largest_order,
    packLabel: row.pack_label,
    priceBreaks: shownBreaks(row.price_breaks),
  };
}

/** Price breaks in dollars. */
export function shownBreaks(stored: readonly StoredPriceBreak[]): PriceBreak[] {
  return stored.map(({ from, cents }) => ({ from, price: dollarsOf(cents) }));
}

/** Price breaks as they are stored. */
export function storedBreaks(breaks: readonly PriceBreak[]): StoredPriceBreak[] {
  return breaks.map(({ from, price }) => ({ from, cents: centsOf(price) }));
}

/** What limits the quantity of an order of the part, and says what it costs. */
export function quantityLimitsOf(row: PartRow): QuantityLimits {
  return {
    orderQuantity: row.order_quantity,
    inStock: row.in_stock,
    price: dollarsOf(row.price_cents),
    ...rulesOf(row),
  };
}

/** A part as the API answers it. */
export function showPart(row: PartRow): Part {
  return {
    ...rulesOf(row),
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
    type: row.type_id,
    imageAlt: row.image_alt,
    replacedBy: row.replaced_by,
  };
}

/**
 * The columns of a part's facts, without those lists that stand in tables of their own. One that is left out keeps its value, or
 * gets its default in a new part. Does not compile when one is no column.
 */
export function columnsOf(facts: PartFacts) {
  const { price, orderQuantity, type, category, imageAlt, partNumber, replacedBy, ...rest } = facts;
  const { quantityStep, largestOrder, packLabel, priceBreaks, ...others } = rest;
  const { attributes, numbers: _n, pictures: _p, fitments: _f, ...same } = others;
  const columns = {
    ...same,
    quantity_step: quantityStep,
    largest_order: largestOrder,
    pack_label: packLabel,
    price_breaks: priceBreaks && JSON.stringify(storedBreaks(priceBreaks)),
    price_cents: centsOf(price),
    order_quantity: orderQuantity,
    type_id: type,
    category_id: category,
    image_alt: imageAlt,
    part_number: partNumber,
    part_number_key: partNumber && (partNumberKey(partNumber) || null),
    replaced_by: replacedBy,
    attributes: attributes && JSON.stringify(attributes),
  };
  return columns satisfies {
    [Name in keyof typeof columns]: Name extends keyof Tables['parts'] ? unknown : never;
  };
}
