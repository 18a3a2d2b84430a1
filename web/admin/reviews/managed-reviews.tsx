import type { ReactNode } from 'react';
import type { ManagedReview, ReviewStep } from '#contract/reviews.ts';
import { limits } from '#contract/texts.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Field, TextArea } from '#web/ui/field.tsx';
import { FormEnd } from '#web/ui/form-end.tsx';
import { momentOf } from '#web/ui/moment.ts';
import { Stars } from '#web/ui/stars.tsx';
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
            {review.hidden && <Badge tone="waiting">Hidden</Badge>}
          </p>
          <p className="mt-2 max-w-prose break-words whitespace-pre-line">{review.message}</p>
          {review.hidden && (
            <p className="quiet mt-1 text-sm">{`Hidden because: ${review.hiddenBecause}`}</p>
          )}
          <Answer review={review} />
          {review.hidden ? <ShowAgain review={review} /> : <Hide review={review} />}
        </li>
      ))}
    </ul>
  );
}

function Answer({ review }: { review: ManagedReview }) {
  const { reply = '' } = review;
  return (
    <details className="mt-3">
      <summary className="link w-fit cursor-pointer py-2">
        {reply === '' ? 'Answer' : 'Change the answer'}
        <span className="sr-only">{` to ${review.name}`}</span>
      </summary>
      <StepForm review={review} step="reply" button="Save the answer">
        {() => (
          <TextArea
            label="Answer"
            name="reply"
            maxLength={2000}
            defaultValue={reply}
            help="Stands below the review for everybody. Empty takes it back."
          />
        )}
      </StepForm>
    </details>
  );
}

function Hide({ review }: { review: ManagedReview }) {
  return (
    <details>
      <summary className="link w-fit cursor-pointer py-2">
        Hide<span className="sr-only">{` the review of ${review.name}`}</span>
      </summary>
      <StepForm review={review} step="hide" button="Hide the review">
        {(error) => (
          <Field
            label="Reason"
            name="reason"
            maxLength={200}
            required
            autoComplete="off"
            error={error}
            help="For admins; stays in the audit log"
          />
        )}
      </StepForm>
    </details>
  );
}

function ShowAgain({ review }: { review: ManagedReview }) {
  return (
    <StepForm review={review} step="show" button="Show it again">
      {() => null}
    </StepForm>
  );
}

function StepForm(props: {
  review: ManagedReview;
  step: ReviewStep['step'];
  button: string;
  children: (reasonError: string | undefined) => ReactNode;
}) {
  const { Form, attributes, pending, outcome, errors } = useForm<ReviewOutcome>();
  return (
    <Form {...attributes} className="mt-2 flex max-w-prose flex-col gap-3">
      <input type="hidden" name="step" value="review" />
      <input type="hidden" name="review" value={props.review._id} />
      <input type="hidden" name="review-step" value={props.step} />
      {props.children(errors?.reason)}
      <FormEnd button={props.button} look="plain" pending={pending} outcome={outcome} />
    </Form>
  );
}
