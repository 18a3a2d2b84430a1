import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type RefObject,
  type SyntheticEvent,
} from 'react';
import { useFetcher } from 'react-router';
import { newRandomKey } from '#web/api/random-key.ts';
import { useFocusOnError } from './field.tsx';
import { focusHeadingIfLost } from './use-step.ts';

/** How an action answers a form. */
interface Answer {
  readonly kind: string;
  /** A sentence beside each field that cannot be taken. */
  readonly errors?: object;
}
type ErrorsOf<Outcome> = Extract<Outcome, { readonly errors: object }>['errors'];

interface FormOptions<Outcome> {
  /** What is wrong, before anything is sent; empty when nothing is to be said and nothing sent. */
  readonly check?: (fields: FormData) => ErrorsOf<Outcome> | undefined;
  /** A press only sets `asked`; `yes` sends it. */
  readonly asks?: boolean;
  /** Hears each answer. */
  readonly after?: (outcome: Outcome, form: HTMLFormElement | null) => unknown;
}

/** Answers after which nothing is done: the next press is the same request again, with the same key. */
const undone = new Set(['invalid', 'failed', 'refused', 'forbidden', 'signed-out']);

/**
 * A form that its page's action answers: sent once, however often it is pressed, with a field `key` (the idempotency key)
 * that is new after each answer that something was done. While it is on its way nothing of the last answer stands.
 */
export function useForm<Outcome extends Answer>(options: FormOptions<Outcome> = {}) {
  const { check, asks = false } = options;
  const fetcher = useFetcher();
  const form = useRef<HTMLFormElement>(null);
  const [key, setKey] = useState(newRandomKey);
  const [asked, setAsked] = useState<FormData>();
  const { errors, show, mend } = useErrors<ErrorsOf<Outcome>>(form, check);
  const pending = fetcher.state !== 'idle';
  const outcome = pending ? undefined : (fetcher.data as Outcome | undefined);

  const answered = useEffectEvent((answer: Outcome) => {
    show(answer.errors);
    if (!undone.has(answer.kind)) setKey(newRandomKey());
    setAsked(undefined);
    options.after?.(answer, form.current);
  });
  useEffect(() => {
    if (outcome !== undefined) answered(outcome);
  }, [outcome]);
  useEffect(() => {
    if (asks && asked === undefined && outcome !== undefined) focusHeadingIfLost();
  }, [asks, asked, outcome]);

  // Flushed at once, so that a second press finds the button disabled.
  const send = (fields: FormData) =>
    void fetcher.submit(fields, { method: 'post', flushSync: true });
  function onSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending) return;
    const fields = new FormData(event.currentTarget);
    fields.set('key', key);
    const wrong = check?.(fields);
    show(wrong);
    if (wrong !== undefined) return;
    if (asks) setAsked(fields);
    else send(fields);
  }
  return {
    Form: fetcher.Form,
    attributes: { ref: form, method: 'post', noValidate: true, onSubmit, onInput: mend } as const,
    form,
    pending,
    outcome,
    errors: pending ? undefined : errors,
    asked,
    yes: () => asked && send(asked),
    no: () => setAsked(undefined),
  };
}

/** The errors that stand beside the fields: the focus goes to the first of new ones, and one goes when its field is right. */
function useErrors<Errors extends object>(
  form: RefObject<HTMLFormElement | null>,
  check: ((fields: FormData) => Errors | undefined) | undefined,
) {
  const [errors, setErrors] = useState<Errors>();
  // A new object for each new set, so that the focus does not move while somebody types.
  const [told, setTold] = useState<object>();
  useFocusOnError(form, told);
  return {
    errors,
    show(found: Errors | undefined) {
      setErrors(found);
      setTold(found && {});
    },
    mend({ currentTarget, target }: SyntheticEvent<HTMLFormElement>) {
      if (errors === undefined) return;
      const still = check?.(new FormData(currentTarget)) ?? {};
      const typedIn = target instanceof Element ? target.getAttribute('name') : null;
      const stands = (name: string) =>
        check === undefined ? name !== typedIn : Object.hasOwn(still, name);
      const left = Object.entries(errors).filter(([name]) => stands(name));
      setErrors(Object.fromEntries(left) as Errors);
    },
  };
}
