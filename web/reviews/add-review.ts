import type { Order } from '#contract/orders.ts';
import { limits, texts } from '#contract/texts.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { toastSuccess } from '#web/ui/toasts.tsx';
import { typedText } from '#web/ui/typed-text.ts';
import type { FieldErrors } from '#web/ui/use-form.ts';

/** A field of the review form. */
type ReviewField = 'rating' | 'message';

/** The outcome of 'Add Review'. */
export type ReviewOutcome =
  | { readonly kind: 'added' }
  | { readonly kind: 'invalid'; readonly errors: FieldErrors<ReviewField> }
  | { readonly kind: 'failed'; readonly sentence: string };

/** The maximum length of a review. */
export const longestMessage = 2000;

/** The errors of a review (Spec §5); undefined when there are none. */
export function reviewErrors({
  rating,
  message,
}: Readonly<Record<ReviewField, string>>): FieldErrors<ReviewField> | undefined {
  const stars = Number(rating);
  const errors: Partial<Record<ReviewField, string>> = {};
  if (rating.trim() === '') errors.rating = 'Rating is required';
  else if (!Number.isInteger(stars) || stars < limits.ratingMin || stars > limits.ratingMax)
    errors.rating = `Must be a whole number from ${limits.ratingMin} to ${limits.ratingMax}`;
  if (message.trim() === '') errors.message = 'Message is required';
  else if (message.trim().length > longestMessage)
    errors.message = `Must be at most ${longestMessage} characters long`;
  return Object.keys(errors).length === 0 ? undefined : errors;
}

/** The form's values. */
export function typedReview(form: FormData): Record<ReviewField, string> {
  return { rating: typedText(form, 'rating'), message: typedText(form, 'message') };
}

/** Stores the review. A failure shows no toast (Spec §8) but a line beside the button; the form keeps its values. */
export async function addReview(
  order: Order,
  typed: Readonly<Record<ReviewField, string>>,
): Promise<ReviewOutcome> {
  const { name, email, productId, productName } = order;
  try {
    // Spec §7 sends these copies; the server uses its own values.
    const transactionId = order.transactionId ?? '';
    const copies = { name, email, productId, productName, transactionId };
    const body = { ...copies, rating: Number(typed.rating), message: typed.message };
    await call('addReview', { body });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { kind: 'failed', sentence: `Your review was not stored. ${error.message}` };
  }
  toastSuccess(texts.reviewAdded);
  return { kind: 'added' };
}
