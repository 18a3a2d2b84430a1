import { mostListed } from '#contract/counted.ts';
import { partRowFacts, rowFactNames } from '#contract/part-facts.ts';
import { type ManagedPart, type ManagedPartsQuery } from '#contract/parts.ts';
import { mapPage } from '#server/db/page.ts';
import { csvOf, type CsvColumn } from '#server/http/csv.ts';
import { eachByItself } from '#server/http/each-by-itself.ts';
import type { Handlers } from '#server/http/serve.ts';
import type { Shop } from '#server/shop.ts';
import { archivePart } from './manage-parts.ts';
import { countManagedParts, listManagedParts, type ManagedPartRow } from './manage-parts-store.ts';
import { showPart } from './part-row.ts';

/** A part as admins see it. */
export function showManagedPart(row: ManagedPartRow): ManagedPart {
  return { ...showPart(row), archived: row.archived_at !== null };
}

/** The admin's table of parts. */
export function managedPartsHandlers(
  shop: Shop,
): Handlers<'listManagedParts' | 'countManagedParts' | 'exportManagedParts' | 'archiveParts'> {
  const list = async (query: ManagedPartsQuery, enough?: number) =>
    mapPage(
      await listManagedParts(shop.db, query, { now: shop.clock.now(), enough }),
      showManagedPart,
    );
  return {
    listManagedParts: ({ query }) => list(query),

    countManagedParts: ({ query }) => countManagedParts(shop.db, query, shop.clock.now()),

    exportManagedParts: async ({ query }) =>
      csvOf(columns, (cursor) => list({ ...query, cursor }, mostListed)),

    async archiveParts({ who, body }) {
      const results = await eachByItself(body.ids, (id) =>
        archivePart(shop, who, { id, archived: true }),
      );
      return { acknowledged: true, results };
    },
  };
}

/** A part in a file: its facts, of which a new one comes by itself, and what else an admin looks for. */
const columns: readonly CsvColumn<ManagedPart>[] = [
  ...rowFactNames.map((name): CsvColumn<ManagedPart> => [
    partRowFacts[name].label,
    (part) => (name === 'price' ? part.price.toFixed(2) : part[name]),
  ]),
  ['In stock', ({ inStock }) => inStock],
  ['Deleted', ({ archived }) => (archived ? 'yes' : 'no')],
  ['Added at', ({ createdAt }) => createdAt],
  ['Product id', ({ _id }) => _id],
];
