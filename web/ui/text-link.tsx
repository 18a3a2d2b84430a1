import { Link, type LinkProps } from './link.tsx';

/** A link within a text. */
export function TextLink(props: LinkProps) {
  return <Link className="link" {...props} />;
}
