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

/** The error text of each invalid field. */
export type FieldErrors<Field extends string> = Readonly<Partial<Record<Field, string>>>;

/** An action's answer to a form. */
interface Answer {
  readonly kind: string;
  /** The error text of each invalid field. */
  readonly errors?: object;
}
type ErrorsOf<Outcome> = Extract<Outcome, { readonly errors: object }>['errors'];

interface FormOptions<Outcome> {
  /** Checks before sending: answers error texts, or undefined. With an empty object nothing is sent and nothing shown. */
  readonly check?: (fields: FormData) => ErrorsOf<Outcome> | undefined;
  /** Submitting opens a confirmation: it sets `asked`, and `yes` sends. */
  readonly asks?: boolean;
  /** The same where it is not known yet when somebody submits; a promise is waited for, and in the meantime nothing is sent. */
  readonly asksLater?: () => Promise<boolean> | undefined;
  /** The idempotency key where it outlives the form; it is not ended here. */
  readonly key?: () => string;
  /** Called with each outcome. */
  readonly after?: (outcome: Outcome, form: HTMLFormElement | null) => unknown;
}

/** Outcomes that changed nothing: the next submit uses the same key. */
const notDone = new Set(['invalid', 'failed', 'refused', 'forbidden', 'signed-out']);

/**
 * A form for its page's action: sent once, however often its button is pressed, with an idempotency key in the field `key`
 * that is renewed after each success. While it is being sent, the last outcome is not shown.
 */
export function useForm<Outcome extends Answer>(options: FormOptions<Outcome> = {}) {
  const { check, asks = false } = options;
  const fetcher = useFetcher();
  const form = useRef<HTMLFormElement>(null);
  const [key, setKey] = useState(newRandomKey);
  const [asked, setAsked] = useState<FormData>();
  const wait = useWait(form);
  const { errors, show, mend } = useErrors<ErrorsOf<Outcome>>(form, check);
  const pending = fetcher.state !== 'idle';
  const outcome = pending ? undefined : (fetcher.data as Outcome | undefined);

  const answered = useEffectEvent((answer: Outcome) => {
    show(answer.errors);
    if (!notDone.has(answer.kind)) setKey(newRandomKey());
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
    void fetcher.submit(fields, {
      method: 'post',
      flushSync: true,
      // Else only the names of files would be sent.
      ...(hasFile(fields) && { encType: 'multipart/form-data' }),
    });
  function onSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending || wait.isOn()) return;
    const fields = new FormData(event.currentTarget);
    fields.set('key', options.key?.() ?? key);
    const wrong = check?.(fields);
    show(wrong);
    if (wrong !== undefined) return;
    const goOn = (isAsking: boolean) => (isAsking ? setAsked(fields) : send(fields));
    const later = options.asksLater?.();
    if (later === undefined) goOn(asks);
    else wait.until(later, goOn);
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

/** Waits before a form is sent. Its button stays as it is: a disabled one would lose the focus, to which a question leads back. */
function useWait(form: RefObject<HTMLFormElement | null>) {
  const isOn = useRef(false);
  return {
    isOn: () => isOn.current,
    until(later: Promise<boolean>, goOn: (isAsking: boolean) => void) {
      isOn.current = true;
      void later.then((isAsking) => {
        isOn.current = false;
        // Whoever went elsewhere meanwhile sends nothing.
        if (form.current) goOn(isAsking);
      });
    },
  };
}

function hasFile(fields: FormData): boolean {
  return [...fields.values()].some((value) => value instanceof File);
}

/** The fields' errors: the first new one gets the focus; an error disappears when its field is valid, whether somebody typed or a button filled it. */
function useErrors<Errors extends object>(
  form: RefObject<HTMLFormElement | null>,
  check: ((fields: FormData) => Errors | undefined) | undefined,
) {
  const [errors, setErrors] = useState<Errors>();
  // A new object for each new set, so that the focus does not move while somebody types.
  const [told, setTold] = useState<object>();
  // What the fields held when these errors were found.
  const found = useRef<FormData>(undefined);
  useFocusOnError(form, told);
  const keep = (stands: (name: string) => boolean) =>
    setErrors((before) => {
      const all = Object.entries(before ?? {});
      const left = all.filter(([name]) => stands(name));
      return left.length < all.length ? (Object.fromEntries(left) as Errors) : before;
    });
  // A button that fills a field through React's state makes no input event, only a rendering; for other fields see `fillField`. After any other
  // rendering the field is as it was, and what the server says of it stands.
  const mendFilled = useEffectEvent(() => {
    if (errors === undefined || form.current === null) return;
    const fields = new FormData(form.current);
    const still = check?.(fields) ?? {};
    keep((name) => Object.hasOwn(still, name) || !isFilled(name, fields, found.current));
  });
  useEffect(() => mendFilled());
  return {
    errors,
    show(wrong: Errors | undefined) {
      setErrors(wrong);
      setTold(wrong && {});
      found.current = form.current === null ? undefined : new FormData(form.current);
    },
    mend({ currentTarget, target }: SyntheticEvent<HTMLFormElement>) {
      if (errors === undefined) return;
      const still = check?.(new FormData(currentTarget)) ?? {};
      const typedIn = target instanceof Element ? target.getAttribute('name') : null;
      keep((name) => (check === undefined ? name !== typedIn : Object.hasOwn(still, name)));
    },
  };
}

/** Whether a field holds something else than before. One that is not in the form, or disabled, is not filled. */
function isFilled(name: string, now: FormData, before: FormData | undefined): boolean {
  const heldIn = (fields: FormData | undefined) =>
    JSON.stringify(
      fields?.getAll(name).map((value) => (value instanceof File ? value.name : value)),
    );
  return now.has(name) && heldIn(now) !== heldIn(before);
}
