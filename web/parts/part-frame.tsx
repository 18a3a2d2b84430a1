import type { ReactNode } from 'react';
import type { PartDetail } from '#contract/parts.ts';
import { Notice } from '#web/ui/notice.tsx';
import { PageTitle } from '#web/ui/page.tsx';
import { PartFigures } from './part-facts.tsx';
import { FitPlace } from '#web/vehicle/fit-place.tsx';
import { PartGallery } from './part-gallery.tsx';
import { Named } from './part-measures.tsx';

/** The layout of a part's page: picture, name, figures and steps, with the details below. */
export function PartFrame(props: {
  part: PartDetail;
  above?: ReactNode;
  about: ReactNode;
  /** Below the name. */
  rating?: ReactNode;
  /** In the whole width below. */
  below?: ReactNode;
  children: ReactNode;
}) {
  const { part } = props;
  return (
    <div className="page-column pt-6 md:pt-8">
      {props.above}
      <div className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
        <PartGallery key={part._id} part={part} />
        <div className="lg:row-span-2">
          <p className="quiet figures text-sm">
            {[part.brand, part.partNumber].filter(Boolean).join(' · ')}
          </p>
          <PageTitle className="mt-1">{part.name}</PageTitle>
          {props.rating}
          {part.replacement && (
            <Notice tone="waiting" className="mt-4">
              Replaced by <Named part={part.replacement} />
              {part.replacement.partNumber !== null && `, ${part.replacement.name}`}
            </Notice>
          )}
          <PartFigures part={part} />
          <FitPlace partId={part._id} />
          {props.children}
        </div>
        <div>{props.about}</div>
      </div>
      {props.below}
    </div>
  );
}
