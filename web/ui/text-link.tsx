import { Link, type LinkProps } from 'react-router';

/** A link within a text. */
export function TextLink(props: LinkProps) {
  return <Link className="link" {...props} />;
}
