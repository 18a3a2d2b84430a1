import type { ReviewStep } from '#contract/reviews.ts';
import { recordAudit } from '#server/audit/store.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Customer } from '#server/http/who.ts';
import type { Shop } from '#server/shop.ts';
import { recountReview } from '#server/vehicles/vote.ts';
import { isRewritten, lockReview, updateReview } from './store.ts';

/** Hides a review, shows it again, or answers it; done again it changes nothing. Refuses with `review_not_found` or `review_changed`. */
export async function stepReview(
  shop: Shop,
  admin: Customer,
  id: string,
  step: ReviewStep,
): Promise<void> {
  const now = shop.clock.now();
  await inTransaction(shop.db, async (tx) => {
    const review = (await lockReview(tx, id)) ?? refuse('review_not_found');
    if (step.seen !== undefined && step.seen !== review.updated_at.toISOString())
      refuse('review_changed');
    const before = { reviewHidden: review.hidden_because, reply: review.reply };
    const after = changed(step, before);
    // The same answer once more, to what the review says now.
    const answered = step.step === 'reply' && (before.reply !== after.reply || isRewritten(review));
    if (before.reviewHidden === after.reviewHidden && !answered) return;
    const { seenReply = before.reply, seenHiddenBecause = before.reviewHidden } = step;
    if (seenReply !== before.reply || seenHiddenBecause !== before.reviewHidden)
      refuse('review_changed');
    await updateReview(tx, id, {
      hidden_because: after.reviewHidden,
      hidden_at: after.reviewHidden === '' ? null : (review.hidden_at ?? now),
      reply: after.reply,
      ...(answered && { replied_at: after.reply === '' ? null : now }),
    });
    if (before.reviewHidden !== after.reviewHidden)
      await recountReview(tx, shop, { orderId: review.order_id, partId: review.part_id });
    await recordAudit(tx, {
      actor: admin,
      action: actions[step.step],
      subject: { type: 'part', id: review.part_id, name: review.part_name },
      before: { ...before, review: review.message },
      after: { ...after, review: review.message },
      now,
    });
  });
  shop.publicPagesChanged();
}

const actions = {
  hide: 'review hidden',
  show: 'review shown again',
  reply: 'review answered',
} as const satisfies Record<ReviewStep['step'], string>;

function changed(step: ReviewStep, before: { reviewHidden: string; reply: string }) {
  switch (step.step) {
    case 'hide':
      return { ...before, reviewHidden: step.reason };
    case 'show':
      return { ...before, reviewHidden: '' };
    case 'reply':
      return { ...before, reply: step.reply };
  }
}
