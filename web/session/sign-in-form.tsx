import { useEffect, useRef, type ReactNode } from 'react';
import { useFetcher } from 'react-router';
import { useFocusOnError } from '#web/ui/field.tsx';
import { Submit } from '#web/ui/submit.tsx';
import type { FormErrors } from './form-errors.ts';
import type { FormOutcome } from './refused.ts';

/** A form of the sign-in pages: sends once, shows each fault beside its field, stays filled when it failed. */
export function SignInForm(props: {
  readonly label: string;
  readonly button: string;
  /** The code of the mail that led here. */
  readonly code?: string;
  /** What is said under the button when it is done. */
  readonly done?: ReactNode;
  readonly children: (errors: FormErrors) => ReactNode;
}) {
  const fetcher = useFetcher<FormOutcome>();
  const form = useRef<HTMLFormElement>(null);
  const pending = fetcher.state !== 'idle';
  const outcome = pending ? undefined : fetcher.data;
  const errors = outcome?.kind === 'invalid' ? outcome.errors : undefined;
  useFocusOnError(form, errors);
  useEffect(() => {
    if (outcome?.kind === 'done') form.current?.reset();
  }, [outcome]);
  return (
    <fetcher.Form
      ref={form}
      method="post"
      noValidate
      aria-label={props.label}
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        // Flushed at once, so that a second click finds the button disabled.
        if (!pending) void fetcher.submit(event.currentTarget, { method: 'post', flushSync: true });
      }}
    >
      {props.children(errors ?? {})}
      {props.code !== undefined && <input type="hidden" name="code" value={props.code} />}
      <Submit pending={pending}>{props.button}</Submit>
      {/* The toast has announced it already. */}
      {outcome?.kind === 'failed' && <p className="text-error font-medium">{outcome.sentence}</p>}
      {outcome?.kind === 'done' && props.done}
    </fetcher.Form>
  );
}
