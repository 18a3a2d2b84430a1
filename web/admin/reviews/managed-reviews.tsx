import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { ManagedReview, ReviewStep } from '#contract/reviews.ts';
import { limits } from '#contract/texts.ts';
import { VoteBadges } from '#web/reviews/vote-badges.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Field, TextArea } from '#web/ui/field.tsx';
import { Outcome } from '#web/ui/form-end.tsx';
import { momentOf } from '#web/ui/moment.ts';
import { Stars } from '#web/ui/stars.tsx';
import { Submit } from '#web/ui/submit.tsx';
import { useForm } from '#web/ui/use-form.ts';
import type { ReviewOutcome } from './take-review-step.ts';

/** A part's reviews for admins: each can be answered, and hidden with a reason. */
export function ManagedReviews({ reviews }: { reviews: readonly ManagedReview[] }) {
  return (
    <ul className="flex flex-col">
      {reviews.map((review) => (
        <li key={review._id} className="border-base-300 border-b py-5 first:pt-0 last:border-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <Stars
              rating={review.rating}
              label={`Rating: ${review.rating} of ${limits.ratingMax}`}
            />
            <span className="font-semibold">{review.name}</span>
            <time dateTime={review.createdAt} className="quiet figures">
              {momentOf(review.createdAt, 'day')}
            </time>
            <VoteBadges fits={review.fits} />
            {review.hidden && <Badge tone="waiting">Hidden</Badge>}
          </p>
          <p className="mt-2 max-w-prose break-words whitespace-pre-line">{review.message}</p>
          <Steps review={review} />
        </li>
      ))}
    </ul>
  );
}

/** What can be done with a review. What was done is said here, because the form that did it may be gone. */
function Steps({ review }: { review: ManagedReview }) {
  const [last, setLast] = useState<ReviewOutcome>();
  const steps = useRef<HTMLDivElement>(null);
  const { hidden, reply = '' } = review;
  const before = useRef(hidden);
  useEffect(() => {
    if (before.current === hidden) return;
    before.current = hidden;
    // The button that was pressed is gone; the step back stands in its place.
    steps.current?.querySelector<HTMLElement>('[data-visibility] :is(summary, button)')?.focus();
  }, [hidden]);
  return (
    <div ref={steps}>
      {hidden && <p className="quiet mt-1 text-sm">{`Hidden because: ${review.hiddenBecause}`}</p>}
      {review.rewritten && (
        <p className="mt-1 text-sm font-semibold">
          The customer has changed this review since you answered it.
        </p>
      )}
      <Answer review={review} onDone={setLast} />
      <Visibility review={review} onDone={setLast} />
      <div className="mt-2">
        <Outcome outcome={last} />
        {/* The field keeps what was typed, so what would be replaced stands in no other place. Said once the page has it. */}
        {last?.kind === 'changed' && last.seenReply !== reply && (
          <p className="mt-1 max-w-prose text-sm break-words whitespace-pre-line">
            {reply === '' ? 'It has no answer now.' : `Its answer now: ${reply}`}
          </p>
        )}
      </div>
    </div>
  );
}

type OnDone = (outcome: ReviewOutcome) => void;

function Answer({ review, onDone }: { review: ManagedReview; onDone: OnDone }) {
  const { reply = '' } = review;
  const form = useReviewStep(onDone);
  return (
    <details className="mt-3">
      <summary className="link w-fit cursor-pointer py-2">
        {reply === '' ? 'Answer' : 'Change the answer'}
        <span className="sr-only">{` to ${review.name}`}</span>
      </summary>
      <StepForm review={review} step="reply" button="Save the answer" form={form}>
        <TextArea
          label="Answer"
          name="reply"
          maxLength={2000}
          defaultValue={reply}
          help="Stands below the review for everybody. Empty takes it back."
        />
      </StepForm>
    </details>
  );
}

/** Hides the review, or shows it again: one form for both, which outlives its button. */
function Visibility({ review, onDone }: { review: ManagedReview; onDone: OnDone }) {
  const form = useReviewStep(onDone);
  if (review.hidden)
    return (
      <div data-visibility>
        <StepForm review={review} step="show" button="Show it again" form={form} />
      </div>
    );
  return (
    <details data-visibility>
      <summary className="link w-fit cursor-pointer py-2">
        Hide<span className="sr-only">{` the review of ${review.name}`}</span>
      </summary>
      <StepForm review={review} step="hide" button="Hide the review" form={form}>
        <Field
          label="Reason"
          name="reason"
          maxLength={200}
          required
          autoComplete="off"
          error={form.errors?.reason}
          help="For admins; stays in the audit log"
        />
      </StepForm>
    </details>
  );
}

function useReviewStep(onDone: OnDone) {
  return useForm<ReviewOutcome>({
    after(outcome, form) {
      onDone(outcome);
      // While it was sent the button was disabled, which took the focus from it.
      if (outcome.kind !== 'invalid')
        form?.querySelector<HTMLElement>('button[type="submit"]')?.focus();
    },
  });
}

function StepForm(props: {
  review: ManagedReview;
  step: ReviewStep['step'];
  button: string;
  form: ReturnType<typeof useReviewStep>;
  children?: ReactNode;
}) {
  const { Form, attributes, pending } = props.form;
  return (
    <Form {...attributes} className="mt-2 flex max-w-prose flex-col gap-3">
      <input type="hidden" name="step" value="review" />
      <input type="hidden" name="review" value={props.review._id} />
      <input type="hidden" name="review-step" value={props.step} />
      <input type="hidden" name="seen" value={props.review.updatedAt} />
      <input type="hidden" name="seen-reply" value={props.review.reply ?? ''} />
      <input type="hidden" name="seen-hidden-because" value={props.review.hiddenBecause} />
      {props.children}
      <div>
        <Submit pending={pending} look="plain" className="px-8 max-sm:w-full">
          {props.button}
        </Submit>
      </div>
    </Form>
  );
}
