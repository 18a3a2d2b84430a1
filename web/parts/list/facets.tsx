import type { PartsWanted } from '#contract/parts-address-rules.ts';
import type { Vehicles } from '#contract/parts.ts';
import type { AttributeFacet, Facets as FacetsOfList } from '#contract/search.ts';
import { changed } from '#web/parts/parts-address.ts';
import { formatDollars } from '#contract/money.ts';
import { attributeIn } from './counts.ts';
import {
  brandChoices,
  categoryChoices,
  spanOf,
  stockChoices,
  typeChoices,
  valueChoices,
  withoutAttribute,
} from './facet-choices.ts';
import { FacetLinks } from './facet-links.tsx';
import { paths } from '#web/paths.ts';
import { Link } from '#web/ui/link.tsx';
import { SpanForm } from './span-form.tsx';
import { VehicleForm } from './vehicle-form.tsx';

/** How a list can be narrowed, with how many parts each choice leaves: links and GET forms, which work without scripts. */
export function Facets(props: { wanted: PartsWanted; facets: FacetsOfList; vehicles: Vehicles }) {
  const { wanted, facets, vehicles } = props;
  const { price } = facets;
  return (
    <>
      <section
        aria-label="Your vehicle"
        className="rounded-box border-base-300 bg-base-100 mb-4 border p-3"
      >
        <h2 className="mb-2 text-sm">Your vehicle</h2>
        <VehicleForm wanted={wanted} vehicles={vehicles} />
        <Link
          to={paths.ofVehicle()}
          className="flex min-h-8 items-center text-sm hover:underline max-lg:min-h-11"
        >
          All vehicles with parts
        </Link>
      </section>
      <FacetLinks title="Category" choices={categoryChoices(wanted, facets)} />
      <FacetLinks title="Part type" choices={typeChoices(wanted, facets)} />
      <FacetLinks title="Availability" choices={stockChoices(wanted, facets)} />
      <FacetLinks title="Brand" choices={brandChoices(wanted, facets)} />
      {price !== null && (
        <section aria-label="Price" className="border-base-300 border-t pt-3.5 pb-3">
          <h2 className="mb-2 text-sm">Price per piece</h2>
          <SpanForm
            title="Price per piece"
            names={{ from: 'priceFrom', to: 'priceTo' }}
            from={wanted.priceFrom}
            to={wanted.priceTo}
            least={formatDollars(price.least)}
            most={formatDollars(price.most)}
            kept={changed(wanted, { priceFrom: undefined, priceTo: undefined })}
          />
        </section>
      )}
      {facets.attributes
        .filter((one) => tellsApart(wanted, one))
        .map((attribute) => (
          <Attribute key={attribute.key} wanted={wanted} facets={facets} attribute={attribute} />
        ))}
    </>
  );
}

/** Whether there is anything to choose, or chosen. */
function tellsApart(wanted: PartsWanted, { key, values }: AttributeFacet): boolean {
  return values.length > 1 || (wanted.a ?? []).some((one) => attributeIn(one).key === key);
}

/** The values of an attribute; a span where there are more numbers than one looks through. */
function Attribute(props: {
  wanted: PartsWanted;
  facets: FacetsOfList;
  attribute: AttributeFacet;
}) {
  const { wanted, facets, attribute } = props;
  const { key, label, unit, least, most, values } = attribute;
  const title = unit === '' ? label : `${label}, ${unit}`;
  const { from, to } = spanOf(wanted, key);
  if (least === null || most === null || (values.length <= 4 && from === '' && to === ''))
    return <FacetLinks title={title} choices={valueChoices(wanted, facets, attribute)} />;
  return (
    <section aria-label={title} className="border-base-300 border-t pt-3.5 pb-3">
      <h2 className="mb-2 text-sm">{title}</h2>
      <SpanForm
        title={title}
        names={{ from: `from.${key}`, to: `to.${key}` }}
        from={from}
        to={to}
        least={String(least)}
        most={String(most)}
        kept={withoutAttribute(wanted, key)}
      />
    </section>
  );
}
