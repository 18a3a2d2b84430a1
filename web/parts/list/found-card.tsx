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
import { keptContent } from '#web/ui/kept-content.tsx';

/**
 * A found part: many fit into a window, so that they can be compared. On a phone the picture stands beside its facts; elsewhere
 * the lowest price stands on the picture, so that no row grows by it. The words are those of the cards on the home page (Spec §2).
 */
function CardFacts({ part, first = false }: { part: ListedFoundPart; first?: boolean }) {
  const short = part.inStock < part.orderQuantity;
  const reason = reasonOf(part.match);
  return (
    <>
      <PictureLink part={part} first={first} sizes={sizes} className="found-picture" />
      <div className="found-facts">
        <p className="found-number figures">
          <span className="quiet min-w-0 grow truncate">
            {[part.partNumber, part.brand].filter(Boolean).join(' · ')}
          </span>
          <FitBadge partId={part._id} fit={part.fit} />
        </p>
        <h3 className="mt-0.5 line-clamp-2 w-full text-[0.9375rem] leading-5">
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
          {`${formatDollars(part.price)} `}
          <span className="quiet text-xs font-normal tracking-normal">/ pice</span>
          <LowestPrice part={part} className="found-lowest" />
        </p>
        <p className="found-stock figures">
          <span className="quiet">{`${part.orderQuantity} items pack`}</span>
          <b className={short ? 'text-error' : 'text-success'}>{`${part.inStock} - In Stock`}</b>
        </p>
        <span className="found-ways my-1 flex gap-1.5">
          <ButtonLink
            to={paths.purchase(part._id)}
            look={short ? 'plain' : 'soft'}
            small
            aria-label={`${texts.purchaseNow}: ${part.name}`}
          >
            {texts.purchaseNow}
          </ButtonLink>
          <AddToList part={part} small>
            <span className="max-sm:sr-only">List</span>
          </AddToList>
        </span>
      </div>
    </>
  );
}

const facts = keptContent(CardFacts, { most: 1000 });

/** The picture of a first one is asked for in the page's head, so it is written with its page. */
function FoundCard({ part, first }: { part: ListedFoundPart; first: boolean }) {
  const its = first ? { children: <CardFacts part={part} first /> } : facts({ part });
  return <li className="found-card" {...its} />;
}

/** Of a picture in the columns of the grid; on a phone it is a square of 6rem, which shows the middle of one of 8rem. */
const sizes =
  '(min-width: 80rem) 16rem, (min-width: 64rem) 25vw, (min-width: 48rem) 30vw, (min-width: 40rem) 46vw, 8rem';

/** How many pictures come first: more of them keep the styles of a phone's page waiting, and each other. */
const few = 2;

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
