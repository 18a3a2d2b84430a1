import { sql, type Insertable, type QueryCreator, type Selectable, type Updateable } from 'kysely';
import type { Page } from '#contract/api.ts';
import { longestPage } from '#contract/fields.ts';
import type { ShownVote } from '#contract/fit-votes.ts';
import type { ManagedReview, Rating, Review } from '#contract/reviews.ts';
import { fetchPage, newestFirst, pageOf, pageQuery, type PageWanted } from '#server/db/page.ts';
import { prepared, rowsOf } from '#server/db/prepared.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Database } from '#server/shop.ts';
import { votesOfReview } from '#server/vehicles/votes-store.ts';

const shown = [
  'id',
  'name',
  'rating',
  'message',
  'part_id',
  'part_name',
  'created_at',
  'updated_at',
  'reply',
  'replied_at',
] as const;

interface ShownReview extends Pick<Selectable<Tables['reviews']>, (typeof shown)[number]> {
  /** What it says of vehicles; null for nothing. */
  readonly fits: ShownVote[] | null;
}

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
    ...(row.reply !== '' && { reply: row.reply }),
    ...(isRewritten(row) && { rewritten: true as const }),
    ...(row.fits && { fits: row.fits }),
  };
}

/** Whether its author has changed a review since the shop answered it. */
export function isRewritten({
  replied_at,
  updated_at,
}: Pick<ShownReview, 'replied_at' | 'updated_at'>): boolean {
  return replied_at !== null && updated_at > replied_at;
}

const managed = [...shown, 'order_id', 'hidden_at', 'hidden_because'] as const;

type ManagedReviewRow = ShownReview & Pick<Selectable<Tables['reviews']>, (typeof managed)[number]>;

/** A review as admins see it. */
export function showManagedReview(row: ManagedReviewRow): ManagedReview {
  return {
    ...showReview(row),
    hidden: row.hidden_at !== null,
    hiddenBecause: row.hidden_because,
    updatedAt: row.updated_at.toISOString(),
  };
}

/** Reviews that are not hidden, newest first, of one part when given. */
export async function listReviews(
  db: Database,
  { productId, ...page }: PageWanted & { productId?: string | undefined },
): Promise<Page<ShownReview[]>> {
  if (page.cursor !== undefined)
    return fetchPage(shownReviews(db, productId), newestFirst('reviews'), page);
  const { limit = longestPage } = page;
  const wanted = { limit: limit + 1 };
  const query = productId ? newestOfPart({ ...wanted, productId }) : newestReviews(wanted);
  return pageOf(await rowsOf(db, query), limit);
}

function shownReviews(db: QueryCreator<Tables>, productId: string | undefined) {
  const rows = db
    .selectFrom('reviews')
    .select(shown)
    .select(votesOfReview.as('fits'))
    .where('hidden_at', 'is', null);
  return productId ? rows.where('part_id', '=', productId) : rows;
}

const newestReviews = prepared((db, { limit }: { limit: number }) =>
  pageQuery(shownReviews(db, undefined), newestFirst('reviews'), { limit }),
);
const newestOfPart = prepared((db, { productId, limit }: { productId: string; limit: number }) =>
  pageQuery(shownReviews(db, productId), newestFirst('reviews'), { limit }),
);

/** A part's reviews, newest first, hidden ones too. */
export function listManagedReviews(db: Database, partId: string, wanted: PageWanted) {
  return fetchPage(
    db
      .selectFrom('reviews')
      .select(managed)
      .select(votesOfReview.as('fits'))
      .where('part_id', '=', partId),
    newestFirst('reviews'),
    wanted,
  );
}

/** A review, locked until the end of the transaction. */
export function lockReview(tx: Database, id: string): Promise<ManagedReviewRow | undefined> {
  return tx
    .selectFrom('reviews')
    .select(managed)
    .select(votesOfReview.as('fits'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Changes what admins say of a review. */
export async function updateReview(
  tx: Database,
  id: string,
  change: Updateable<Tables['reviews']>,
): Promise<void> {
  await tx.updateTable('reviews').set(change).where('id', '=', id).execute();
}

/** SQL: how many reviews that are not hidden gave a part each rating, for a statement that reads the table `parts`. */
export const countsByRating = sql<Readonly<Record<string, number>>>`(
  select coalesce(json_object_agg(rating, times), '{}') from (
    select rating, count(*) as times from reviews where part_id = parts.id and hidden_at is null group by rating) its)`;

/** What the buyers of a part gave it. */
export function ratingOf(times: Readonly<Record<string, number>>): Rating {
  const counts = [1, 2, 3, 4, 5].map((rating) => times[rating] ?? 0);
  const count = counts.reduce((sum, one) => sum + one, 0);
  const sum = counts.reduce((all, one, index) => all + one * (index + 1), 0);
  return { average: count === 0 ? null : sum / count, count, counts };
}

/** A customer's reviews, newest first. */
export function listReviewsOf(db: Database, userId: string): Promise<ShownReview[]> {
  return db
    .selectFrom('reviews')
    .select(shown)
    .select(votesOfReview.as('fits'))
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/**
 * The customer's order of a part that was paid by a transaction and is not wholly refunded. Of several that were paid together it
 * is the named one, else always the oldest, so that a review that is sent again stays one. Undefined when there is none.
 */
export function findPaidOrder(
  db: Database,
  {
    transactionId,
    productId,
    userId,
    orderId,
  }: { transactionId: string; productId: string; userId: string; orderId?: string | undefined },
) {
  const paid = db
    .selectFrom('orders')
    .select(['id', 'part_id', 'part_name'])
    .where('transaction_id', '=', transactionId)
    .where('part_id', '=', productId)
    .where('user_id', '=', userId)
    .where('state', 'in', ['paid', 'shipped'])
    .whereRef('refunded_cents', '<', 'total_cents');
  const named = orderId === undefined ? paid : paid.where('id', '=', orderId);
  return named.orderBy('created_at').orderBy('id').limit(1).executeTakeFirst();
}

export function findReviewOfOrder(db: Database, orderId: string) {
  return db
    .selectFrom('reviews')
    .select(['rating', 'message'])
    .where('order_id', '=', orderId)
    .executeTakeFirst();
}

/** Stores a review, or replaces the text and rating of the order's existing one; sent again it changes nothing. */
export async function upsertReview(
  db: Database,
  review: Insertable<Tables['reviews']>,
): Promise<void> {
  await db
    .insertInto('reviews')
    .values(review)
    .onConflict((conflict) =>
      conflict
        .column('order_id')
        .doUpdateSet({
          rating: review.rating,
          message: review.message,
          name: review.name,
          updated_at: review.updated_at,
        })
        .where(({ or, eb }) =>
          or([
            eb('reviews.rating', '<>', review.rating),
            eb('reviews.message', '<>', review.message),
            eb('reviews.name', '<>', review.name),
          ]),
        ),
    )
    .execute();
}

/** Replaces the name on all reviews of a customer, and words about them in what admins answered (`words_replaced`, migration 0011). */
export async function anonymiseReviewsOf(
  tx: Database,
  userId: string,
  { words, name }: { readonly words: readonly string[]; readonly name: string },
): Promise<void> {
  const without = (text: 'reply' | 'hidden_because') =>
    sql<string>`words_replaced(to_jsonb(${sql.ref(text)}), ${words}::text[], ${name}) #>> '{}'`;
  await tx
    .updateTable('reviews')
    .set({ name, reply: without('reply'), hidden_because: without('hidden_because') })
    .where('user_id', '=', userId)
    .execute();
}
