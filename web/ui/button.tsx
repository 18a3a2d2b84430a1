import type { ComponentProps } from 'react';
import { Link, type LinkProps } from './link.tsx';

/** `signal` for the main action, `soft` for one of many such, `plain` for others, `danger` for what cannot be undone, `quiet` for minor ones. */
export type ButtonLook = 'signal' | 'soft' | 'plain' | 'danger' | 'quiet';

const looks: Record<ButtonLook, string> = {
  signal: 'btn-primary',
  soft: 'button-soft',
  plain: 'button-plain control',
  danger: 'btn-error',
  quiet: 'btn-ghost',
};

interface Look {
  look?: ButtonLook | undefined;
  /** In table rows: less tall than 44 px, still above 32. */
  small?: boolean | undefined;
}

/** The classes of a button, for elements that are neither a button nor a link. */
export function buttonClass({ look = 'plain', small = false }: Look = {}, more = ''): string {
  return `btn ${looks[look]} ${small ? 'btn-sm button-small' : 'button'} ${more}`.trimEnd();
}

/** A button; never submits unless it says so. */
export function Button({ look, small, className, ...rest }: Look & ComponentProps<'button'>) {
  return <button type="button" className={buttonClass({ look, small }, className)} {...rest} />;
}

/** A link that looks like a button. The scripts of its page are loaded when somebody is about to follow it. */
export function ButtonLink({ look, small, className, ...rest }: Look & LinkProps) {
  return <Link className={buttonClass({ look, small }, className)} {...rest} />;
}
