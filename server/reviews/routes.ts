import { mapPage } from '#server/db/page.ts';
import type { Handlers } from '#server/http/serve.ts';
import { addReview } from '#server/reviews/add-review.ts';
import { listReviews } from '#server/reviews/store.ts';
import type { Shop } from '#server/shop.ts';

/** What everyone may read of what customers wrote, and how they write it. */
export function reviewHandlers(shop: Shop): Handlers<'listReviews' | 'addReview'> {
  return {
    async listReviews({ query }) {
      return mapPage(await listReviews(shop.db, query), (row) => ({
        _id: row.id,
        name: row.name,
        rating: row.rating,
        message: row.message,
        productId: row.part_id,
        productName: row.part_name,
        createdAt: row.created_at.toISOString(),
      }));
    },

    async addReview({ who, body }) {
      await addReview(shop, who, body);
      return { acknowledged: true };
    },
  };
}
