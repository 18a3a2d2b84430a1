import { useRef } from 'react';
import { useFetcher } from 'react-router';
import type { Order } from '#contract/orders.ts';
import { limits, texts } from '#contract/texts.ts';
import { Field, TextArea, useFocusOnError } from '#web/ui/field.tsx';
import { Submit } from '#web/ui/submit.tsx';
import { longestMessage, type ReviewOutcome } from './add-review.ts';

/** Rating and message (Spec §2, §5). */
export function ReviewForm({ order }: { readonly order: Order }) {
  const fetcher = useFetcher<ReviewOutcome>();
  const form = useRef<HTMLFormElement>(null);
  const pending = fetcher.state !== 'idle';
  const outcome = pending ? undefined : fetcher.data;
  const errors = outcome?.kind === 'invalid' ? outcome.errors : undefined;
  useFocusOnError(form, errors);
  return (
    <fetcher.Form
      ref={form}
      method="post"
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        // Flushed at once, so that a second click finds the button disabled.
        if (!pending) void fetcher.submit(event.currentTarget, { method: 'post', flushSync: true });
      }}
    >
      <Field
        label="Rating"
        name="rating"
        type="number"
        inputMode="numeric"
        min={limits.ratingMin}
        max={limits.ratingMax}
        step={1}
        defaultValue={limits.ratingDefault}
        required
        className="max-w-32"
        error={errors?.rating}
        help={`${limits.ratingMin} to ${limits.ratingMax}; ${limits.ratingMax} is best.`}
      />
      <TextArea
        label="Message"
        name="message"
        rows={6}
        required
        maxLength={longestMessage}
        error={errors?.message}
        help={`Everybody can read it, with your name. About your order of ${order.quantity} pieces; a second review of it replaces the first.`}
      />
      <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-3">
        <Submit pending={pending} className="px-8 max-sm:w-full">
          {texts.addReview}
        </Submit>
        <p role="status" className="text-error font-medium">
          {outcome?.kind === 'failed' && outcome.sentence}
        </p>
      </div>
    </fetcher.Form>
  );
}
