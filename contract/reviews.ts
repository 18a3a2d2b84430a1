import * as z from 'zod/mini';
import { Id, Moment, line, numeric, text } from './fields.ts';
import { limits } from './texts.ts';

/** A review as everyone may read it: never an e-mail address or a transaction id. */
export const Review = z.object({
  _id: Id,
  name: z.string(),
  rating: z.number(),
  message: z.string(),
  productId: Id,
  productName: z.string(),
  createdAt: Moment,
});
export type Review = z.infer<typeof Review>;

/** What the review form sends (Spec §3); name and e-mail are the account's, whatever the client says. */
export const NewReview = z.object({
  name: z.optional(z.unknown()),
  productId: Id,
  transactionId: line(255),
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
});
export type NewReview = z.infer<typeof NewReview>;
