import type { Selectable } from 'kysely';
import type { Review } from '#contract/reviews.ts';
import { fetchPage, newestFirst, type PageWanted } from '#server/db/page.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Database } from '#server/shop.ts';

const shown = ['id', 'name', 'rating', 'message', 'part_id', 'part_name', 'created_at'] as const;

type ShownReview = Pick<Selectable<Tables['reviews']>, (typeof shown)[number]>;

/** A review as everyone may read it. */
export function showReview(row: ShownReview): Review {
  return {
    _id: row.id,
    name: row.name,
    rating: row.rating,
    message: row.message,
    productId: row.part_id,
    productName: row.part_name,
    createdAt: row.created_at.toISOString(),
  };
}

/** Reviews, newest first, of one part when given. */
export function listReviews(db: Database, query: PageWanted & { productId?: string | undefined }) {
  let rows = db.selectFrom('reviews').select(shown);
  if (query.productId) rows = rows.where('part_id', '=', query.productId);
  return fetchPage(rows, newestFirst('reviews'), query);
}

/** A customer's reviews, newest first. */
export function listReviewsOf(db: Database, userId: string): Promise<ShownReview[]> {
  return db
    .selectFrom('reviews')
    .select(shown)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** The customer's order that was paid by a transaction and is not wholly refunded; undefined when there is none. */
export function findPaidOrder(
  db: Database,
  {
    transactionId,
    productId,
    userId,
  }: { transactionId: string; productId: string; userId: string },
) {
  return db
    .selectFrom('orders')
    .select(['id', 'part_id', 'part_name'])
    .where('transaction_id', '=', transactionId)
    .where('part_id', '=', productId)
    .where('user_id', '=', userId)
    .where('state', 'in', ['paid', 'shipped'])
    .whereRef('refunded_cents', '<', 'total_cents')
    .executeTakeFirst();
}

export function findReviewOfOrder(db: Database, orderId: string) {
  return db
    .selectFrom('reviews')
    .select(['rating', 'message'])
    .where('order_id', '=', orderId)
    .executeTakeFirst();
}

/** Stores a review, or replaces the text and rating of the order's existing one. */
export async function upsertReview(
  db: Database,
  review: Selectable<Tables['reviews']>,
): Promise<void> {
  await db
    .insertInto('reviews')
    .values(review)
    .onConflict((conflict) =>
      conflict.column('order_id').doUpdateSet({
        rating: review.rating,
        message: review.message,
        name: review.name,
        updated_at: review.updated_at,
      }),
    )
    .execute();
}

/** Replaces the name on all reviews of a customer. */
export async function anonymiseReviewsOf(
  tx: Database,
  userId: string,
  name: string,
): Promise<void> {
  await tx.updateTable('reviews').set({ name }).where('user_id', '=', userId).execute();
}
