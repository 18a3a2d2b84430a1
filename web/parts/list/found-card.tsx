import { formatDollars } from '#contract/money.ts';
import { texts } from '#contract/texts.ts';
import { LowestPrice } from '#web/parts/lowest-price.tsx';
import type { ListedFoundPart } from '#web/parts/listed-part.ts';
import { AddToList } from '#web/order-list/add-to-list.tsx';
import { FitBadge } from '#web/vehicle/fit-badge.tsx';
import { PictureLink } from '#web/parts/picture-link.tsx';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { reasonOf } from './counts.ts';
import { Link } from '#web/ui/link.tsx';

/**
 * A found part: many fit into a window, so that they can be compared. On a phone the picture stands beside its facts; elsewhere
 * the lowest price stands on the picture, so that no row grows by it. The words are those of the cards on the home page (Spec §2).
 */
function FoundCard({ part, first = false }: { part: ListedFoundPart; first?: boolean }) {
  const short = part.inStock < part.orderQuantity;
  const reason = reasonOf(part.match);
  return (
    <li className="found-card">
      <PictureLink
        part={part}
        first={first}
        sizes={sizes}
        className="block flex-none max-sm:w-24 max-[21rem]:w-full"
        pictureClassName="max-sm:rounded-field overflow-hidden max-sm:aspect-square max-[21rem]:aspect-[5/3] sm:aspect-[5/3]"
      />
      <div className="flex min-w-0 flex-1 max-[21rem]:w-full max-sm:flex-wrap max-sm:items-center max-sm:justify-between sm:relative sm:flex-col sm:px-3.5 sm:pt-2.5 sm:pb-3.5">
        <p className="figures flex h-4 w-full items-center gap-1.5 text-xs max-sm:pe-12">
          <span className="quiet min-w-0 grow truncate">
            {[part.partNumber, part.brand].filter(Boolean).join(' · ')}
          </span>
          <FitBadge partId={part._id} fit={part.fit} />
        </p>
        <h3 className="mt-0.5 line-clamp-2 w-full text-[0.9375rem] leading-5 max-sm:pe-12 sm:min-h-10">
          <Link
            to={paths.part(part)}
            prefetch="intent"
            className="hover:underline"
            title={part.name}
          >
            {part.name}
          </Link>
        </h3>
        {reason !== undefined && (
          <p className="quiet figures mt-0.5 w-full truncate text-xs" title={reason}>
            {reason}
          </p>
        )}
        <p className="figures mt-auto pt-1 text-lg font-semibold">
          {formatDollars(part.price)}{' '}
          <span className="quiet text-xs font-normal tracking-normal">/ pice</span>
          <LowestPrice
            part={part}
            className="sm:bg-base-100 text-xs! sm:pointer-events-none sm:absolute sm:start-2 sm:bottom-full sm:mb-2 sm:rounded-sm sm:px-1.5 sm:py-0.5"
          />
        </p>
        <p className="figures flex w-full flex-wrap justify-between gap-x-3 text-xs max-sm:order-last">
          <span className="quiet">{`${part.orderQuantity} items pack`}</span>
          <span
            className={`font-semibold ${short ? 'text-error' : 'text-success'}`}
          >{`${part.inStock} - In Stock`}</span>
        </p>
        <span className="my-1 flex gap-1.5 sm:mt-2 sm:mb-0 sm:w-full">
          <ButtonLink
            to={paths.purchase(part._id)}
            look={short ? 'plain' : 'soft'}
            small
            className="px-2! text-sm! max-lg:min-h-11 sm:flex-1"
            aria-label={`${texts.purchaseNow}: ${part.name}`}
          >
            {texts.purchaseNow}
          </ButtonLink>
          <AddToList
            part={part}
            small
            className="px-2.5! text-sm! max-lg:min-h-11 max-sm:absolute max-sm:end-2 max-sm:top-2 max-sm:w-11"
          >
            <span className="max-sm:sr-only">List</span>
          </AddToList>
        </span>
      </div>
    </li>
  );
}

/** Of a picture in the columns of the grid; on a phone it is a square of 6rem, which shows the middle of one of 8rem. */
const sizes =
  '(min-width: 80rem) 16rem, (min-width: 64rem) 25vw, (min-width: 48rem) 30vw, (min-width: 40rem) 46vw, 8rem';

/** How many pictures come first: a row of the widest grid, about what a phone shows. */
const few = 4;

/** Found parts side by side. */
export function FoundGrid({
  parts,
  eager = false,
}: {
  parts: readonly ListedFoundPart[];
  eager?: boolean;
}) {
  return (
    <ul className="grid grid-cols-1 gap-2 sm:grid-cols-2 sm:gap-4 md:grid-cols-3 xl:grid-cols-4">
      {parts.map((part, index) => (
        <FoundCard key={part._id} part={part} first={eager && index < few} />
      ))}
    </ul>
  );
}
