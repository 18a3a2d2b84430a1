import type { ReviewStep } from '#contract/reviews.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { failureOf } from '#web/ui/take-step.ts';
import { typedText } from '#web/ui/typed-text.ts';

/** How a step on a review turned out. */
export type ReviewOutcome =
  | { readonly kind: 'done' | 'failed'; readonly sentence: string }
  /** Somebody else was faster than who saw this answer. */
  | { readonly kind: 'changed'; readonly sentence: string; readonly seenReply: string }
  | { readonly kind: 'invalid'; readonly errors: { readonly reason?: string } };

/** The step of the form's button. */
export function typedReviewStep(form: FormData): ReviewStep {
  const seen = {
    seen: typedText(form, 'seen'),
    seenReply: typedText(form, 'seen-reply'),
    seenHiddenBecause: typedText(form, 'seen-hidden-because'),
  };
  switch (form.get('review-step')) {
    case 'hide':
      return { step: 'hide', reason: typedText(form, 'reason').trim(), ...seen };
    case 'reply':
      return { step: 'reply', reply: typedText(form, 'reply'), ...seen };
    default:
      return { step: 'show', ...seen };
  }
}

const sentences = {
  hide: 'Hidden. Nobody but admins reads it.',
  show: 'Shown again.',
  reply: 'Your answer is saved.',
} as const satisfies Record<ReviewStep['step'], string>;

/** Hides a review, shows it again, or answers it. */
export async function takeReviewStep(id: string, step: ReviewStep): Promise<ReviewOutcome> {
  if (step.step === 'hide' && step.reason === '')
    return { kind: 'invalid', errors: { reason: 'Reason is required' } };
  try {
    await call('stepReview', { params: { id }, body: step });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const sentence = failureOf(error, 'Nothing was changed.');
    return error.code === 'review_changed'
      ? { kind: 'changed', sentence, seenReply: step.seenReply ?? '' }
      : { kind: 'failed', sentence };
  }
  return { kind: 'done', sentence: sentences[step.step] };
}
