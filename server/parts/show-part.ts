import { dollarsOf } from '#contract/money.ts';
import type { Part } from '#contract/parts.ts';
import type { PartRow } from './store.ts';

/** A part as the wire carries it. */
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
