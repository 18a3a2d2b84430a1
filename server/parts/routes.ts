import { dollarsOf } from '#contract/money.ts';
import type { Part } from '#contract/parts.ts';
import { pageLimit, pageOf } from '#server/db/page.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Handlers } from '#server/http/serve.ts';
import {
  findCategoryName,
  findPart,
  listCategories,
  listFitments,
  listMakes,
  listModels,
  listParts,
  listYearSpans,
  type PartRow,
} from '#server/parts/store.ts';
import type { Shop } from '#server/shop.ts';

/** A part as the wire carries it. */
function showPart(row: PartRow): Part {
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

/** What a visitor browses. */
export function partHandlers({ db }: Shop): Handlers<'listParts' | 'getPart' | 'listCategories' | 'listVehicles'> {
  return {
    async listParts({ query }) {
      return pageOf(await listParts(db, query), query.limit ?? pageLimit, showPart);
    },

    async getPart({ params }) {
      const part = (await findPart(db, params.id)) ?? refuse('part_not_found');
      const fitments = await listFitments(db, part.id);
      return {
        ...showPart(part),
        categoryName: part.category_id === null ? null : ((await findCategoryName(db, part.category_id)) ?? null),
        fitments: fitments.map((row) => ({ make: row.make, model: row.model, yearFrom: row.year_from, yearTo: row.year_to })),
      };
    },

    async listCategories() {
      return (await listCategories(db)).filter((category) => category.parts > 0);
    },

    async listVehicles({ query: { make, model } }) {
      const makes = await listMakes(db);
      const models = make ? await listModels(db, make) : [];
      const spans = make && model ? await listYearSpans(db, make, model) : [];
      const years = new Set(spans.flatMap((span) => yearsOf(span.year_from, span.year_to)));
      return { makes, models, years: [...years].toSorted((a, b) => b - a) };
    },
  };
}

function yearsOf(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
