import * as z from 'zod/mini';
import { FitVote, mostVotesOfReview, ShownVote } from './fit-votes.ts';
import { Id, Moment, line, numeric, text } from './fields.ts';
import { limits } from './texts.ts';

/**
 * A review as everyone may read it: never an e-mail address or a transaction id. `reply` is the shop's answer, if there is one;
 * `rewritten` says that its author has changed the review since.
 */
export const Review = z.object({
  _id: Id,
  name: z.string(),
  rating: z.number(),
  message: z.string(),
  productId: Id,
  productName: z.string(),
  createdAt: Moment,
  reply: z.optional(z.string()),
  rewritten: z.optional(z.literal(true)),
  /** On which vehicles its author tried the part; missing where they do not say. */
  fits: z.optional(z.array(ShownVote)),
});
export type Review = z.infer<typeof Review>;

/** What the buyers of a part gave it, from 1 to 5: the average is null without reviews; `counts` begins with those of 1. */
export const Rating = z.object({
  average: z.nullable(z.number()),
  count: z.number(),
  counts: z.array(z.number()),
});
export type Rating = z.infer<typeof Rating>;

/** A review as admins see it, hidden ones too; the reason is empty while it is shown. */
export const ManagedReview = z.extend(Review, {
  hidden: z.boolean(),
  hiddenBecause: z.string(),
  updatedAt: Moment,
});
export type ManagedReview = z.infer<typeof ManagedReview>;

/**
 * The review's `updatedAt`, `reply` (empty without one) and `hiddenBecause` as the admin read them: whatever has changed since, by its author or
 * another admin, refuses the step with `review_changed`.
 */
const seen = {
  seen: z.optional(Moment),
  seenReply: z.optional(z.string()),
  seenHiddenBecause: z.optional(z.string()),
};

/** What an admin does with a review: hides it with a reason, shows it again, or answers it; an empty answer takes the answer back. */
export const ReviewStep = z.discriminatedUnion('step', [
  z.object({ step: z.literal('hide'), reason: line(200), ...seen }),
  z.object({ step: z.literal('show'), ...seen }),
  z.object({ step: z.literal('reply'), reply: text(2000, 0), ...seen }),
]);
export type ReviewStep = z.infer<typeof ReviewStep>;

/** What the review form sends (Spec §3); name and e-mail are the account's, whatever the client says. */
export const NewReview = z.object({
  name: z.optional(z.unknown()),
  productId: Id,
  transactionId: line(255),
  /** Which of several orders of the part that were paid together; left out, the oldest. */
  orderId: z.optional(Id),
  productName: z.optional(z.unknown()),
  email: z.optional(z.unknown()),
  rating: numeric.check(
    z.refine(
      (rating) =>
        Number.isInteger(rating) && rating >= limits.ratingMin && rating <= limits.ratingMax,
      'Must be a whole number from 1 to 5.',
    ),
  ),
  message: text(2000),
  /** On which vehicles they tried the part: all of this review, in place of those before. Left out, nothing changes. */
  fits: z.optional(z.array(FitVote).check(z.maxLength(mostVotesOfReview))),
});
export type NewReview = z.infer<typeof NewReview>;
