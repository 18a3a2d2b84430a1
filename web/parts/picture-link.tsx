import type { ComponentProps } from 'react';
import { PartPicture } from './part-picture.tsx';
import { Link } from '#web/ui/link.tsx';

/** A part's picture that leads to its page. It is left out of the tab order: the name beside it links there, too. */
export function PictureLink(
  props: {
    to: string;
    className?: string;
  } & Pick<ComponentProps<typeof PartPicture>, 'image' | 'widths' | 'first' | 'sizes'>,
) {
  const { to, className = '', ...picture } = props;
  return (
    <Link to={to} tabIndex={-1} aria-hidden="true" className={`picture ${className}`.trimEnd()}>
      <PartPicture {...picture} />
    </Link>
  );
}
