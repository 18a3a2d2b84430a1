import { formatDollars } from '#contract/money.ts';
import { texts } from '#contract/texts.ts';
import { LowestPrice } from '#web/parts/lowest-price.tsx';
import type { ListedFoundPart } from '#web/parts/listed-part.ts';
import { AddToList } from '#web/order-list/add-to-list.tsx';
import { PictureLink } from '#web/parts/picture-link.tsx';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { reasonOf } from './counts.ts';
import { Link } from '#web/ui/link.tsx';

/**
 * A found part: many fit into a window, so that they can be compared. On a phone the picture stands beside its facts; elsewhere
 * the lowest price stands on the picture, so that no row grows by it. The words are those of the cards on the home page (Spec §2).
 */
function FoundCard({ part, eager = false }: { part: ListedFoundPart; eager?: boolean }) {
  const short = part.inStock < part.orderQuantity;
  const reason = reasonOf(part.match);
  return (
    <li className="found-card">
      <PictureLink
        part={part}
        eager={eager}
        small
        className="found-picture"
        pictureClassName="found-picture-frame"
      />
      <div className="found-facts">
        <p className="quiet figures found-number">
          {[part.partNumber, part.brand].filter(Boolean).join(' · ')}
        </p>
        <h3 className="found-name">
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
          <LowestPrice part={part} className="found-lowest" />
        </p>
        <p className="figures found-stock">
          <span className="quiet">{`${part.orderQuantity} items pack`}</span>
          <span
            className={`font-semibold ${short ? 'text-error' : 'text-success'}`}
          >{`${part.inStock} - In Stock`}</span>
        </p>
        <span className="found-steps">
          <ButtonLink
            to={paths.purchase(part._id)}
            look={short ? 'plain' : 'soft'}
            small
            className="found-purchase"
            aria-label={`${texts.purchaseNow}: ${part.name}`}
          >
            {texts.purchaseNow}
          </ButtonLink>
          <AddToList part={part} small className="found-to-list">
            <span className="max-sm:sr-only">List</span>
          </AddToList>
        </span>
      </div>
    </li>
  );
}

/** Found parts side by side. */
export function FoundGrid(props: {
  parts: readonly ListedFoundPart[];
  eager?: boolean;
  wide?: boolean;
}) {
  const columns = props.wide
    ? 'sm:grid-cols-2 lg:grid-cols-4'
    : 'sm:grid-cols-2 md:grid-cols-3 xl:grid-cols-4';
  return (
    <ul className={`grid grid-cols-1 gap-2 sm:gap-4 ${columns}`}>
      {props.parts.map((part, index) => (
        <FoundCard key={part._id} part={part} eager={props.eager === true && index < 8} />
      ))}
    </ul>
  );
}
