import type { ReactNode } from 'react';
import type { ButtonLook } from './button.tsx';
import { Submit } from './submit.tsx';

interface Said {
  readonly kind: string;
  readonly sentence?: ReactNode;
}

/** The last row of a form: its button, and beside it what came of the press. */
export function FormEnd(props: {
  button: string;
  pending: boolean;
  /** Disabled for a reason of the form's own. */
  blocked?: boolean;
  outcome: Said | undefined;
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

/** What came of a press; always there, so that it is read out. */
export function Outcome({ outcome }: { outcome: Said | undefined }) {
  const wrong = outcome !== undefined && isFault.has(outcome.kind);
  return (
    <p
      role="status"
      className={`figures font-semibold empty:hidden ${wrong ? 'text-error' : 'text-success'}`}
    >
      {outcome?.sentence}
    </p>
  );
}

const isFault = new Set(['failed', 'refused', 'forbidden', 'used', 'changed']);
