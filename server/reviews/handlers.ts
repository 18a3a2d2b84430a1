import { mapPage } from '#server/db/page.ts';
import type { Handlers } from '#server/http/serve.ts';
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
      return mapPage(await listReviews(shop.db, query), showReview);
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
