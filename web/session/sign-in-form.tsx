import type { ReactNode } from 'react';
import { Submit } from '#web/ui/submit.tsx';
import { useForm } from '#web/ui/use-form.ts';
import type { FormErrors } from './form-errors.ts';
import type { FormOutcome } from './sign-in-errors.ts';

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
  const { Form, attributes, pending, outcome, errors } = useForm<FormOutcome>({
    after: ({ kind }, form) => kind === 'done' && form?.reset(),
  });
  return (
    <Form {...attributes} aria-label={props.label} className="flex flex-col gap-5">
      {props.children(errors ?? {})}
      {props.code !== undefined && <input type="hidden" name="code" value={props.code} />}
      <Submit pending={pending}>{props.button}</Submit>
      {/* The toast has announced it already. */}
      {outcome?.kind === 'failed' && <p className="text-error font-medium">{outcome.sentence}</p>}
      {outcome?.kind === 'done' && props.done}
    </Form>
  );
}
