import { pageLimit, pageOf } from '#server/db/page.ts';
import type { Handlers } from '#server/http/serve.ts';
import { listReviews } from '#server/reviews/store.ts';
import type { Shop } from '#server/shop.ts';

/** What everyone may read of what customers wrote. */
export function reviewHandlers({ db }: Shop): Handlers<'listReviews'> {
  return {
    async listReviews({ query }) {
      return pageOf(await listReviews(db, query), query.limit ?? pageLimit, (row) => ({
        _id: row.id,
        name: row.name,
        rating: row.rating,
        message: row.message,
        productId: row.part_id,
        productName: row.part_name,
        createdAt: row.created_at.toISOString(),
      }));
    },
  };
}
