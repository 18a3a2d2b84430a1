import type { ArchivedPart } from '#contract/parts.ts';
import { partsAddress } from '#web/parts/parts-address.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/page.tsx';
import { paths } from './paths.ts';
import { useFittingFirst } from '#web/vehicle/use-fitting-first.ts';

/** What the address of a part shows that is sold no more and that nothing replaced. */
export function NoLongerSold({ part }: { part: ArchivedPart }) {
  const fittingFirst = useFittingFirst();
  const { name, partNumber, category, categoryName } = part;
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center px-4 pt-20 text-center md:pt-28">
      <p className="quiet figures text-base">{partNumber}</p>
      <PageTitle className="mt-2 [overflow-wrap:anywhere]">{`${name} is no longer sold`}</PageTitle>
      <p className="quiet mt-4 text-base text-balance">
        The shop has taken this part off its shelves, and knows none that takes its place. Orders of
        it stay as they are.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {category !== null && (
          <ButtonLink to={fittingFirst(partsAddress({ category }))} look="signal">
            {`Look at ${categoryName ?? category}`}
          </ButtonLink>
        )}
        <ButtonLink to={fittingFirst(partsAddress({ q: name.slice(0, 100) }))}>
          Search for its name
        </ButtonLink>
        <ButtonLink to={fittingFirst(paths.parts)}>Browse all parts</ButtonLink>
      </div>
    </div>
  );
}
