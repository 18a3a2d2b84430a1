import type { ReactNode } from 'react';
import { formatDollars } from '#contract/money.ts';
import type { Part, PartDetail } from '#contract/parts.ts';
import { texts } from '#contract/texts.ts';
import { partsAddress } from './parts-address.ts';
import { PartMeasures, PartNumbers } from './part-measures.tsx';
import { Link } from '#web/ui/link.tsx';
import { useFittingFirst } from '#web/vehicle/use-fitting-first.ts';

/** The figures a buyer looks for first: price, minimum order, stock (Spec §2: Purchase page). */
export function PartFigures({ part }: { part: PartDetail }) {
  const short = part.inStock < part.orderQuantity;
  return (
    <dl className="border-base-300 figures mt-5 flex flex-wrap justify-between gap-x-4 gap-y-3 border-y sm:gap-x-6 py-4">
      <Figure label="Price" unit="/ pice">
        {formatDollars(part.price)}
      </Figure>
      <Figure label="Minimum order" unit={texts.pice}>
        {part.orderQuantity}
      </Figure>
      <Figure label="In stock" tone={short ? 'text-error' : 'text-success'}>
        {part.inStock}
      </Figure>
    </dl>
  );
}

function Figure(props: { label: string; unit?: string; tone?: string; children: ReactNode }) {
  return (
    <div className="flex flex-col">
      <dt className="quiet text-sm">{props.label}</dt>
      <dd className={`mt-0.5 text-xl font-semibold whitespace-nowrap ${props.tone ?? ''}`}>
        {props.children}
        {props.unit !== undefined && (
          <span className="quiet text-sm font-normal tracking-normal"> {props.unit}</span>
        )}
      </dd>
    </div>
  );
}

/** What the part is: description, brand, part number and category. */
export function PartAbout({ part }: { part: PartDetail }) {
  return (
    <section aria-labelledby="about-part">
      <h2 id="about-part" className="text-lg font-semibold">
        About this part
      </h2>
      <p className="mt-3 max-w-prose leading-relaxed break-words whitespace-pre-line">
        {part.description}
      </p>
      <dl className="mt-5 grid max-w-prose grid-cols-[auto_minmax(0,1fr)] gap-x-8 gap-y-2">
        {Object.entries(details).map(([name, { label, value }]) => (
          <Detail key={name} label={label}>
            {value(part)}
          </Detail>
        ))}
      </dl>
    </section>
  );
}

/** The measures and numbers of the part. */
export function PartKnown({ part }: { part: PartDetail }) {
  return (
    <div className="flex flex-col gap-10">
      <PartMeasures part={part} />
      <PartNumbers part={part} />
    </div>
  );
}

/** The details of a part, one line each; a line without a value is left out. */
const details: {
  readonly [Name in Exclude<keyof Part, ShownElsewhere>]: {
    readonly label: string;
    readonly value: (part: PartDetail) => ReactNode;
  };
} = {
  brand: { label: 'Brand', value: ({ brand }) => brand },
  partNumber: {
    label: 'Part number',
    value: ({ partNumber }) =>
      partNumber && <span className="figures break-all">{partNumber}</span>,
  },
  packLabel: { label: 'Pack', value: ({ packLabel }) => packLabel },
  type: { label: 'Part type', value: ({ partType }) => partType?.name },
  category: {
    label: 'Category',
    value: ({ category, categoryName }) =>
      category && <CategoryLink category={category} name={categoryName ?? category} />,
  },
};

/** Facts that the part's page shows elsewhere. */
type ShownElsewhere =
  | '_id'
  | 'name'
  | 'image'
  | 'imageAlt'
  | 'replacedBy'
  | 'description'
  | 'price'
  | 'orderQuantity'
  | 'inStock'
  | 'quantityStep'
  | 'largestOrder'
  | 'priceBreaks'
  | 'createdAt';

function CategoryLink({ category, name }: { category: string; name: string }) {
  return (
    <Link to={useFittingFirst()(partsAddress({ category }))} className="underline">
      {name}
    </Link>
  );
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  if (children === undefined || children === null || children === '') return null;
  return (
    <>
      <dt className="quiet">{label}</dt>
      <dd className="font-semibold">{children}</dd>
    </>
  );
}
