import type { ReactNode } from 'react';
import type { ButtonLook } from './button.tsx';
import { Submit } from './submit.tsx';

interface Answer {
  readonly kind: string;
  readonly sentence?: ReactNode;
}

/** The last row of a form: the submit button and the outcome. */
export function FormEnd(props: {
  button: string;
  pending: boolean;
  /** Also disables the button. */
  blocked?: boolean;
  outcome: Answer | undefined;
  look?: ButtonLook;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <Submit
        pending={props.pending}
        blocked={props.blocked ?? false}
        look={props.look ?? 'signal'}
        className="px-8 max-sm:w-full"
      >
        {props.button}
      </Submit>
      <Outcome outcome={props.outcome} />
    </div>
  );
}

/** The outcome's text; always rendered, so that screen readers announce it. */
export function Outcome({ outcome }: { outcome: Answer | undefined }) {
  const failed = outcome !== undefined && failures.has(outcome.kind);
  return (
    <p
      role="status"
      className={`figures font-semibold empty:hidden ${failed ? 'text-error' : 'text-success'}`}
    >
      {outcome?.sentence}
    </p>
  );
}

const failures = new Set(['failed', 'refused', 'forbidden', 'used', 'changed']);
