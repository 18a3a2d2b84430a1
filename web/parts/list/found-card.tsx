import { imageSourceSet } from '#contract/image-rules.ts';
import { formatDollars } from '#contract/money.ts';
import { texts } from '#contract/texts.ts';
import { LowestPriceWords } from '#web/parts/lowest-price.tsx';
import { lowestPriceInWords } from '#web/parts/quantities.ts';
import type { ListedFoundPart } from '#web/parts/listed-part.ts';
import { AddToList } from '#web/order-list/add-to-list.tsx';
import { FitBadge } from '#web/vehicle/fit-badge.tsx';
import { PictureLink } from '#web/parts/picture-link.tsx';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { reasonOf } from './counts.ts';
import { Link } from '#web/ui/link.tsx';
import { filledContent } from '#web/ui/filled-content.tsx';

/** What differs from card to card. */
type CardTexts = ReturnType<typeof textsOf>;

function textsOf(part: ListedFoundPart) {
  return {
    id: part._id,
    name: part.name,
    page: paths.part(part),
    purchase: paths.purchase(part._id),
    image: part.image,
    imageWidths: imageSourceSet(part.image),
    number: part.partNumber ?? undefined,
    numberAndBrand: [part.partNumber, part.brand].filter(Boolean).join(' · '),
    reason: reasonOf(part.match),
    price: formatDollars(part.price),
    lowestPrice: lowestPriceInWords(part),
    smallestOrder: `${part.orderQuantity}`,
    inStock: `${part.inStock}`,
  };
}

interface CardProps {
  readonly texts: CardTexts;
  readonly short: boolean;
  readonly fit: ListedFoundPart['fit'];
  readonly first?: boolean;
}

/**
 * A found part: many fit into a window, so that they can be compared. On a phone the picture stands beside its facts; elsewhere
 * the lowest price stands on the picture, so that no row grows by it. The words are those of the cards on the home page (Spec §2).
 */
function CardFacts({ texts: its, short, fit, first = false }: CardProps) {
  const picture = { image: its.image, widths: its.imageWidths, sizes, first };
  const listed = {
    _id: its.id,
    name: its.name,
    partNumber: its.number ?? null,
    orderQuantity: Number(its.smallestOrder),
  };
  return (
    <>
      <PictureLink to={its.page} {...picture} className="found-picture" />
      <div className="found-facts">
        <p className="found-number figures">
          <span className="quiet min-w-0 grow truncate">{its.numberAndBrand}</span>
          <FitBadge partId={its.id} fit={fit} />
        </p>
        <h3 className="mt-0.5 line-clamp-2 w-full text-[0.9375rem] leading-5">
          <Link to={its.page} className="hover:underline" title={its.name}>
            {its.name}
          </Link>
        </h3>
        {its.reason !== undefined && (
          <p className="quiet figures mt-0.5 w-full truncate text-xs" title={its.reason}>
            {its.reason}
          </p>
        )}
        <p className="figures mt-auto pt-1 text-lg font-semibold">
          {`${its.price} `}
          <span className="quiet text-xs font-normal tracking-normal">/ pice</span>
          <LowestPriceWords words={its.lowestPrice} className="found-lowest" />
        </p>
        <p className="found-stock figures">
          <span className="quiet">{`${its.smallestOrder} items pack`}</span>
          <b className={short ? 'text-error' : 'text-success'}>{`${its.inStock} - In Stock`}</b>
        </p>
        <span className="found-ways my-1 flex gap-1.5">
          <ButtonLink
            to={its.purchase}
            look={short ? 'plain' : 'soft'}
            small
            aria-label={`${texts.purchaseNow}: ${its.name}`}
          >
            {texts.purchaseNow}
          </ButtonLink>
          <AddToList part={listed} small>
            <span className="max-sm:sr-only">List</span>
          </AddToList>
        </span>
      </div>
    </>
  );
}

const facts = filledContent(CardFacts, { most: 200 });

/** The picture of a first one is asked for in the page's head, so it is written with its page. */
function FoundCard({ part, first }: { part: ListedFoundPart; first: boolean }) {
  const props = {
    texts: textsOf(part),
    short: part.inStock < part.orderQuantity,
    fit: part.fit,
  };
  const its = first ? { children: <CardFacts {...props} first /> } : facts(props);
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
