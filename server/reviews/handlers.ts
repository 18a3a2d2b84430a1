import { mapPage } from '#server/db/page.ts';
import type { Handlers } from '#server/http/serve.ts';
import { addReview } from './add-review.ts';
import { listReviews, showReview } from './store.ts';
import type { Shop } from '#server/shop.ts';

/** Reading and writing reviews. */
export function reviewHandlers(shop: Shop): Handlers<'listReviews' | 'addReview'> {
  return {
    async listReviews({ query }) {
      return mapPage(await listReviews(shop.db, query), showReview);
    },

    async addReview({ who, body }) {
      await addReview(shop, who, body);
      return { acknowledged: true };
    },
  };
}
