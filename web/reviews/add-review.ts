import type { FitVerdict, FitVote } from '#contract/fit-votes.ts';
import type { Order } from '#contract/orders.ts';
import { limits, texts } from '#contract/texts.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { toastSuccess } from '#web/ui/toasts.tsx';
import { typedText } from '#web/ui/typed-text.ts';
import type { FieldErrors } from '#web/ui/use-form.ts';
import {
  typedVehicle,
  verdictWords,
  type VehicleErrors,
  type VehicleField,
} from '#web/vehicle/tried-vehicle.ts';
import { failureOf } from '#web/ui/take-step.ts';

/** A field of the review form. */
type ReviewField = 'rating' | 'message' | VehicleField;

/** A review as typed, with what it says of vehicles; a vehicle of which something is wrong has errors instead. */
interface TypedReview {
  readonly rating: string;
  readonly message: string;
  readonly fits: readonly FitVote[];
  readonly vehicleErrors?: VehicleErrors | undefined;
}

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
  vehicleErrors,
}: Omit<TypedReview, 'fits'>): FieldErrors<ReviewField> | undefined {
  const stars = Number(rating);
  const errors: Partial<Record<ReviewField, string>> = { ...vehicleErrors };
  if (rating.trim() === '') errors.rating = 'Rating is required';
  else if (!Number.isInteger(stars) || stars < limits.ratingMin || stars > limits.ratingMax)
    errors.rating = `Must be a whole number from ${limits.ratingMin} to ${limits.ratingMax}`;
  if (message.trim() === '') errors.message = 'Message is required';
  else if (message.trim().length > longestMessage)
    errors.message = `Must be at most ${longestMessage} characters long`;
  return Object.keys(errors).length === 0 ? undefined : errors;
}

/** The form's values. */
export function typedReview(form: FormData): TypedReview {
  const [rating, message] = [typedText(form, 'rating'), typedText(form, 'message')];
  const before = form.getAll('said').flatMap((said, at) => {
    const verdict = verdictIn(form.getAll('said-verdict')[at]);
    return verdict ? [{ ...(JSON.parse(String(said)) as FitVote), verdict }] : [];
  });
  const verdict = verdictIn(form.get('verdict'));
  if (verdict === undefined) return { rating, message, fits: before };
  const typed = typedVehicle(form) ?? { errors: { vehicle: 'Vehicle is required' } };
  if ('errors' in typed) return { rating, message, fits: before, vehicleErrors: typed.errors };
  return { rating, message, fits: [...before, { ...typed.vehicle, verdict }] };
}

function verdictIn(value: unknown): FitVerdict | undefined {
  return Object.keys(verdictWords).find((verdict) => verdict === value) as FitVerdict | undefined;
}

/** Stores the review. A failure shows no toast (Spec §8) but a line beside the button; the form keeps its values. */
export async function addReview(
  order: Order,
  { rating, message, fits }: TypedReview,
): Promise<ReviewOutcome> {
  const { _id: orderId, name, email, productId, productName } = order;
  try {
    // Spec §7 sends these copies; the server uses its own values.
    const transactionId = order.transactionId ?? '';
    const copies = { name, email, productId, productName, transactionId };
    const body = { ...copies, orderId, rating: Number(rating), message, fits: [...fits] };
    await call('addReview', { body });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const unknown = unknownVehicle(error.body['issues']);
    if (unknown !== undefined) return { kind: 'invalid', errors: { vehicle: unknown } };
    return { kind: 'failed', sentence: failureOf(error, 'Your review was not stored.') };
  }
  toastSuccess(texts.reviewAdded);
  return { kind: 'added' };
}

/** What the shop says of a vehicle that it does not know. */
function unknownVehicle(issues: unknown): string | undefined {
  if (!Array.isArray(issues)) return undefined;
  const found = (issues as { field?: unknown; message?: unknown }[]).find(({ field }) =>
    String(field).startsWith('fits.'),
  );
  return found && String(found.message);
}
