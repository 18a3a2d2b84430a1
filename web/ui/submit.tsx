import type { ReactNode } from 'react';
import { Button, type ButtonLook } from './button.tsx';
import { useHydrated } from './hydrated.ts';

/**
 * The submit button of a form. Disabled until the page's scripts run (a form sent before that would reload the page) and
 * while the form is being sent, so that a double click sends once.
 */
export function Submit(props: {
  children: ReactNode;
  pending: boolean;
  /** Also disables the button. */
  blocked?: boolean;
  look?: ButtonLook;
  className?: string;
}) {
  const hydrated = useHydrated();
  return (
    <Button
      type="submit"
      look={props.look ?? 'signal'}
      className={props.className ?? 'w-full'}
      disabled={!hydrated || props.pending || props.blocked === true}
      aria-busy={props.pending}
    >
      {props.pending && <span className="spinner size-5" aria-hidden="true" />}
      {props.children}
    </Button>
  );
}
