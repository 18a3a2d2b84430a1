import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useHydrated } from '#web/ui/hydrated.ts';
import { NeedsScripts } from '#web/ui/needs-scripts.tsx';
import { Submit } from '#web/ui/submit.tsx';
import { useForm } from '#web/ui/use-form.ts';
import type { FormErrors } from './form-errors.ts';
import type { FormOutcome } from './sign-in-errors.ts';

/** A form of the sign-in pages: sends once, shows errors at their fields, keeps its values after a failure. */
export function SignInForm(props: {
  label: string;
  button: string;
  /** On pages of mailed links: sends the link's code too. */
  mailed?: true;
  /** The text under the button after success. */
  done?: ReactNode;
  children: (errors: FormErrors) => ReactNode;
}) {
  const { Form, attributes, pending, outcome, errors } = useForm<FormOutcome>({
    after: ({ kind }, form) => kind === 'done' && form?.reset(),
  });
  const code = useMailedCode();
  if (props.mailed && code === '')
    return <p>The address is incomplete: please open the whole link of the mail.</p>;
  return (
    <Form {...attributes} aria-label={props.label} className="flex flex-col gap-5">
      <NeedsScripts>This form needs scripts, which this browser does not run.</NeedsScripts>
      {props.children(errors ?? {})}
      {props.mailed && <input type="hidden" name="code" value={code ?? ''} />}
      <Submit pending={pending}>{props.button}</Submit>
      {/* The toast has announced it already. */}
      {outcome?.kind === 'failed' && <p className="text-error font-semibold">{outcome.sentence}</p>}
      {outcome?.kind === 'done' && props.done}
    </Form>
  );
}

/** The one-time code in the URL's fragment: undefined on the server, which does not get it; empty if it is missing. */
function useMailedCode(): string | undefined {
  const { hash } = useLocation();
  return useHydrated() ? (new URLSearchParams(hash.slice(1)).get('token') ?? '') : undefined;
}
