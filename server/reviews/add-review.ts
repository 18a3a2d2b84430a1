import type { NewReview } from '#contract/reviews.ts';
import { newId } from '#server/db/new-id.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Customer } from '#server/http/who.ts';
import { findPaidOrder, upsertReview } from './store.ts';
import type { Shop } from '#server/shop.ts';
import { lockOpenUser } from '#server/users/store.ts';
import { voteInReview } from '#server/vehicles/vote.ts';

/**
 * Stores the review of a paid order of the caller; a second review of the same order replaces the first.
 * Refuses with `order_not_found` when the caller has no paid order with this transaction and part (and id, where one is named), or with `invalid_input` when nobody knows its vehicles.
 */
export async function addReview(shop: Shop, who: Customer, review: NewReview): Promise<void> {
  const order =
    (await findPaidOrder(shop.db, { ...review, userId: who.userId })) ?? refuse('order_not_found');
  const now = shop.clock.now();
  const row = {
    id: newId(now),
    order_id: order.id,
    part_id: order.part_id,
    user_id: who.userId,
    part_name: order.part_name,
    name: who.name,
    rating: review.rating,
    message: review.message,
    created_at: now,
    updated_at: now,
  };
  const { fits } = review;
  const given = { partId: order.part_id, userId: who.userId, orderId: order.id, now };
  await inTransaction(shop.db, async (tx) => {
    if (!(await lockOpenUser(tx, who))) refuse('session_expired');
    await upsertReview(tx, row);
    if (fits !== undefined) await voteInReview(tx, shop, given, fits);
  });
  shop.publicPagesChanged();
}
