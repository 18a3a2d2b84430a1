import { formatDollars } from '#contract/money.ts';
import { previewOf } from '#contract/part-rules.ts';
import type { Part } from '#contract/parts.ts';
import { texts } from '#contract/texts.ts';
import { AddToList } from '#web/order-list/add-to-list.tsx';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { listedPart, type ListedPart } from './listed-part.ts';
import { LowestPrice } from './lowest-price.tsx';
import { FitBadge } from '#web/vehicle/fit-badge.tsx';
import { PictureLink } from './picture-link.tsx';
import { Link } from '#web/ui/link.tsx';
import { keptContent } from '#web/ui/kept-content.tsx';

/** What a card shows of a part. */
export type DescribedPart = ListedPart & Pick<Part, 'description'>;

export function describedPart(part: Part): DescribedPart {
  return { ...listedPart(part), description: part.description };
}

/**
 * A part in a list (Spec §2): picture, name, price, pack, preview with the whole text as tooltip, stock, button. Its five
 * rows are a subgrid, so that neighbouring cards line up; what cannot be ordered now asks for nothing; the grid sets the column's width, so that a long word cannot push
 * the button out of the card.
 */
function CardFacts({ part }: { part: DescribedPart }) {
  const short = part.inStock < part.orderQuantity;
  return (
    <>
      <PictureLink to={paths.part(part)} image={part.image} sizes={sizes} />
      <div className="px-5 pt-5">
        <p className="figures flex min-h-5 items-center gap-2 text-sm">
          <span className="quiet min-w-0 grow truncate">
            {[part.brand, part.partNumber].filter(Boolean).join(' · ')}
          </span>
          <FitBadge partId={part._id} />
        </p>
        <h3 className="mt-1 text-base leading-snug font-semibold">
          <Link to={paths.part(part)} className="hover:underline">
            {part.name}
          </Link>
        </h3>
      </div>
      <p className="figures flex flex-wrap items-baseline justify-between gap-x-4 px-5 pt-3">
        <span className="text-xl font-semibold">
          {formatDollars(part.price)}{' '}
          <span className="quiet text-sm font-normal tracking-normal">/ pice</span>
          <LowestPrice part={part} />
        </span>
        <span className="font-semibold">{`${part.orderQuantity} items pack`}</span>
      </p>
      <p className="quiet px-5 pt-3 text-[0.9375rem] leading-relaxed" title={part.description}>
        {previewOf(part.description)}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3 self-end p-5">
        <p
          className={`figures text-[0.9375rem] font-semibold ${short ? 'text-error' : 'text-success'}`}
        >{`${part.inStock} - In Stock`}</p>
        <span className="flex flex-wrap gap-2">
          <AddToList part={part} className="px-3.5" />
          <ButtonLink
            to={paths.purchase(part._id)}
            look={short ? 'plain' : 'signal'}
            aria-label={`${texts.purchaseNow}: ${part.name}`}
          >
            {texts.purchaseNow}
          </ButtonLink>
        </span>
      </div>
    </>
  );
}

const facts = keptContent(CardFacts, { most: 200 });

function PartCard({ part }: { part: DescribedPart }) {
  return (
    <li
      className="rounded-box border-base-300 bg-base-100 row-span-5 mb-6 grid grid-cols-1 grid-rows-subgrid gap-y-0 overflow-hidden border"
      {...facts({ part })}
    />
  );
}

/** Of a picture in the columns of the grid. */
const sizes = '(min-width: 84rem) 26rem, (min-width: 64rem) 31vw, (min-width: 40rem) 46vw, 93vw';

/** Parts side by side. */
export function PartGrid({ parts }: { parts: readonly DescribedPart[] }) {
  return (
    <ul className="-mb-6 grid grid-cols-1 gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
      {parts.map((part) => (
        <PartCard key={part._id} part={part} />
      ))}
    </ul>
  );
}
