import type { ComponentProps } from 'react';
import type { Part } from '#contract/parts.ts';
import { paths } from '#web/paths.ts';
import { PartPicture } from './part-picture.tsx';
import { Link } from '#web/ui/link.tsx';

/** A part's picture that leads to its page. It is left out of the tab order: the name beside it links there, too. */
export function PictureLink(
  props: {
    part: Pick<Part, '_id' | 'name' | 'image'>;
    className?: string;
  } & Pick<ComponentProps<typeof PartPicture>, 'first' | 'sizes'>,
) {
  const { part, className = '', ...picture } = props;
  return (
    <Link
      to={paths.part(part)}
      prefetch="intent"
      tabIndex={-1}
      aria-hidden="true"
      className={`picture ${className}`.trimEnd()}
    >
      <PartPicture image={part.image} {...picture} />
    </Link>
  );
}
