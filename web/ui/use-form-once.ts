import { useRef, type SyntheticEvent } from 'react';
import { useFetcher } from 'react-router';
import { useFocusOnError } from './field.tsx';

/** How an action answers a form whose fields can be wrong. */
type Answer =
  | { readonly kind: 'invalid'; readonly errors: object }
  | { readonly kind: string; readonly errors?: never };
type ErrorsOf<Outcome> = Extract<Outcome, { readonly errors: object }>['errors'];

/**
 * A form that its page's action answers: sent once, however often it is pressed; the focus goes to its first wrong field.
 * While it is on its way nothing of the last answer stands.
 */
export function useFormOnce<Outcome extends Answer>() {
  const fetcher = useFetcher();
  const form = useRef<HTMLFormElement>(null);
  const pending = fetcher.state !== 'idle';
  const outcome = pending ? undefined : (fetcher.data as Outcome | undefined);
  const errors = outcome?.errors as ErrorsOf<Outcome> | undefined;
  useFocusOnError(form, errors);
  const onSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Flushed at once, so that a second click finds the button disabled.
    if (!pending) void fetcher.submit(event.currentTarget, { method: 'post', flushSync: true });
  };
  return {
    Form: fetcher.Form,
    attributes: { ref: form, method: 'post', noValidate: true, onSubmit } as const,
    form,
    pending,
    outcome,
    errors,
  };
}
