import { mapPage } from '#server/db/page.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Handlers } from '#server/http/serve.ts';
import { partExists } from '#server/parts/store.ts';
import { addReview } from './add-review.ts';
import { stepReview } from './step-review.ts';
import { listManagedReviews, listReviews, showManagedReview, showReview } from './store.ts';
import type { Shop } from '#server/shop.ts';

/** Reading and writing reviews. */
export function reviewHandlers(
  shop: Shop,
): Handlers<'listReviews' | 'addReview' | 'listManagedReviews' | 'stepReview'> {
  return {
    async listReviews({ query }) {
      const page = await listReviews(shop.db, query);
      const { productId } = query;
      if (productId && page.rows.length === 0 && !(await partExists(shop.db, productId)))
        refuse('part_not_found');
      return mapPage(page, showReview);
    },

    async listManagedReviews({ params, query }) {
      return mapPage(await listManagedReviews(shop.db, params.id, query), showManagedReview);
    },

    async stepReview({ who, params, body }) {
      await stepReview(shop, who, params.id, body);
      return { acknowledged: true };
    },

    async addReview({ who, body }) {
      await addReview(shop, who, body);
      return { acknowledged: true };
    },
  };
}
