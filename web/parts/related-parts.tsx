import { formatDollars } from '#contract/money.ts';
import { paths } from '#web/paths.ts';
import type { ListedPart } from './listed-part.ts';
import { LowestPrice } from './lowest-price.tsx';
import { FitBadge } from '#web/vehicle/fit-badge.tsx';
import { PictureLink } from './picture-link.tsx';
import { Link } from '#web/ui/link.tsx';
import { keptContent } from '#web/ui/kept-content.tsx';

/** Other parts of the same type, in brief. Nothing when there are none. */
export function RelatedParts({ parts }: { parts: readonly ListedPart[] }) {
  if (parts.length === 0) return null;
  return (
    <section aria-labelledby="related-parts" className="mt-12">
      <h2 id="related-parts" className="text-lg font-semibold">
        Related parts
      </h2>
      <ul className="mt-4 grid grid-cols-2 gap-x-4 gap-y-6 md:grid-cols-4 md:gap-x-6">
        {parts.map((part) => (
          <Related key={part._id} part={part} />
        ))}
      </ul>
    </section>
  );
}

function RelatedFacts({ part }: { part: ListedPart }) {
  const short = part.inStock < part.orderQuantity;
  return (
    <>
      <PictureLink
        to={paths.part(part)}
        image={part.image}
        sizes="(min-width: 84rem) 19rem, (min-width: 48rem) 23vw, 46vw"
        className="rounded-box border-base-300 overflow-hidden border"
      />
      <FitBadge partId={part._id} className="bg-base-100 absolute start-2 top-2" />
      <p className="quiet figures mt-2 min-h-5 truncate text-sm">
        {[part.brand, part.partNumber].filter(Boolean).join(' · ')}
      </p>
      <h3 className="text-[0.9375rem] leading-snug font-semibold [overflow-wrap:anywhere]">
        <Link to={paths.part(part)} className="hover:underline">
          {part.name}
        </Link>
      </h3>
      <p className="figures mt-1">
        <span className="font-semibold">{formatDollars(part.price)}</span>
        <span className="quiet text-sm"> / pice</span>
        <LowestPrice part={part} />
      </p>
      <p className={`figures text-sm ${short ? 'text-error' : 'text-success'}`}>
        {`${part.inStock} - In Stock`}
      </p>
    </>
  );
}

const facts = keptContent(RelatedFacts, { most: 400 });

function Related({ part }: { part: ListedPart }) {
  return <li className="relative min-w-0" {...facts({ part })} />;
}
