import { mapPage } from '#server/db/page.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Handlers } from '#server/http/serve.ts';
import { listPartsWanted } from '#server/search/list-parts.ts';
import { categoryCounts } from './category-counts.ts';
import { findPart } from './store.ts';
import { offeredVehicles } from './offered-vehicles.ts';
import { showPart } from './part-row.ts';
import { listRelated } from './related-parts.ts';
import { findArchivedPart, findReplacement } from './replacements.ts';
import { findDetail } from './show-whole.ts';
import type { Shop } from '#server/shop.ts';

/** Parts, categories and vehicles for visitors. */
export function partHandlers({
  db,
}: Shop): Handlers<
  | 'listParts'
  | 'getPart'
  | 'getArchivedPart'
  | 'listRelatedParts'
  | 'listCategories'
  | 'listVehicles'
> {
  return {
    async listParts({ query }) {
      return mapPage(await listPartsWanted(db, query), showPart);
    },

    async getPart({ params }) {
      return (await findDetail(db, params.id)) ?? refuse('part_not_found');
    },

    async getArchivedPart({ params: { id } }) {
      const part = (await findArchivedPart(db, id)) ?? refuse('part_not_found');
      return { ...part, replacement: (await findReplacement(db, id)) ?? null };
    },

    async listRelatedParts({ params }) {
      const related = await listRelated(db, params.id);
      if (related.length === 0 && !(await findPart(db, params.id))) refuse('part_not_found');
      return related.map(showPart);
    },

    async listCategories() {
      return (await categoryCounts(db)).filter((category) => category.parts > 0);
    },

    listVehicles: ({ query }) => offeredVehicles(db, query),
  };
}
