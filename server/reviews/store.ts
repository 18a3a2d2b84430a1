import { sql } from 'kysely';
import { cursorFrom, pageLimit } from '#server/db/page.ts';
import type { Database } from '#server/shop.ts';

/** Reviews, newest first, of one part when given; one more than the limit when there is a next page. */
export function listReviews(db: Database, query: { limit?: number | undefined; cursor?: string | undefined; productId?: string | undefined }) {
  const cursor = cursorFrom(query.cursor);
  let rows = db.selectFrom('reviews').select(['id', 'name', 'rating', 'message', 'part_id', 'part_name', 'created_at']);
  if (cursor) rows = rows.where(sql<boolean>`(created_at, id) < (${cursor.createdAt}, ${cursor.id}::uuid)`);
  if (query.productId) rows = rows.where('part_id', '=', query.productId);
  return rows
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit((query.limit ?? pageLimit) + 1)
    .execute();
}
