import type { AttributeFacet } from '#contract/search.ts';
import { texts } from '#contract/texts.ts';
import type { ListedFoundPart } from '#web/parts/listed-part.ts';
import { ListPrice, priceWidth } from '#web/parts/list-price.tsx';
import { PiecesToList } from '#web/order-list/add-to-list.tsx';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { RowPicture } from '#web/ui/row-picture.tsx';
import { WorkTable, type WorkColumn } from '#web/ui/work-table.tsx';
import { FitBadge } from '#web/vehicle/fit-badge.tsx';
import { grouped, reasonOf } from './counts.ts';

type Row = ListedFoundPart;

/** How many attributes have a column of their own; with more the names cannot be told apart in a window of 1280. */
const mostColumns = 3;

/** Found parts for people who buy by number: a line each, and the attributes of their type side by side. */
export function PartsTable(props: {
  parts: readonly Row[];
  /** Of the one type that all parts have; empty where they have several. */
  attributes: readonly AttributeFacet[];
}) {
  return (
    <WorkTable
      label="Table of parts"
      rows={props.parts}
      keyOf={({ _id }) => _id}
      columns={columnsFor(props.parts, props.parts.some(isMeasured) ? props.attributes : [])}
      note={undefined}
    />
  );
}

function columnsFor(
  parts: readonly Row[],
  attributes: readonly AttributeFacet[],
): readonly WorkColumn<Row>[] {
  const isOfVehicle = parts.some(({ fit }) => fit);
  return [
    {
      head: 'Number',
      width: 'lg:w-40',
      place: 'lead',
      picture: ({ image }) => <RowPicture image={image} size="size-8 max-lg:size-12" />,
      to: paths.part,
      cell: ({ partNumber, name }) => partNumber ?? name,
      title: ({ partNumber, brand }) => [partNumber, brand].filter(Boolean).join(' · '),
    },
    {
      head: 'Name',
      sort: 'name',
      place: 'whose',
      cell: ({ name, match }) => [name, reasonOf(match)].filter(Boolean).join(' · '),
      title: ({ name, match }) => [name, reasonOf(match)].filter(Boolean).join(' · '),
    },
    ...(isOfVehicle ? [] : [brandColumn]),
    fitsColumn(isOfVehicle),
    ...attributes
      .filter(tellsApart)
      .slice(0, isOfVehicle ? mostColumns - 1 : mostColumns)
      .map(columnOf),
    {
      head: 'Minimum',
      width: 'lg:w-20',
      numeric: true,
      place: 'fourth',
      cell: ({ orderQuantity }) => grouped(orderQuantity),
      unit: () => ' minimum',
    },
    {
      head: 'In stock',
      width: 'lg:w-20',
      numeric: true,
      place: 'state',
      cell: ({ inStock, orderQuantity }) => (
        <span className={inStock < orderQuantity ? 'text-error font-semibold' : ''}>
          {grouped(inStock)}
        </span>
      ),
      unit: () => ' in stock',
    },
    {
      head: '$ / pice',
      width: priceWidth(parts),
      numeric: true,
      sort: 'price',
      place: 'sum',
      cell: (part) => <ListPrice part={part} />,
    },
    {
      head: 'Order',
      width: 'lg:w-38',
      numeric: true,
      place: 'steps',
      cell: (part) => (
        <ButtonLink
          to={paths.purchase(part._id)}
          small
          look={part.inStock < part.orderQuantity ? 'plain' : 'soft'}
          className="max-lg:h-auto max-lg:min-h-11 max-lg:py-1 max-lg:whitespace-normal"
          aria-label={`${texts.purchaseNow}: ${part.name}`}
        >
          {texts.purchaseNow}
        </ButtonLink>
      ),
    },
    {
      head: 'List',
      width: 'lg:w-30',
      place: 'manySteps',
      cell: (part) => <PiecesToList part={part} />,
    },
  ];
}

/** Where it is said whether the parts fit, brands are told with the numbers only. */
const brandColumn: WorkColumn<Row> = {
  head: 'Brand',
  width: 'lg:w-25 max-xl:hidden',
  className: 'without-vehicle',
  place: 'third',
  cell: ({ brand }) => brand ?? '',
};

/** It has its room where the address names a vehicle, or else the browser remembers one. */
function fitsColumn(isOfVehicle: boolean): WorkColumn<Row> {
  return {
    head: 'Fits',
    width: 'lg:w-26',
    ...(!isOfVehicle && { className: 'with-vehicle' }),
    place: 'third',
    cell: ({ _id, fit }) => <FitBadge partId={_id} fit={fit} />,
  };
}

function isMeasured({ attributes }: Row): boolean {
  return attributes !== undefined;
}

/** Whether the parts differ in it. */
function tellsApart({ values, least, most }: AttributeFacet): boolean {
  return values.length > 1 || least !== most;
}

/** Later ones need a wider window; the last one gives its place to whether the parts fit. */
function columnOf({ key, label, unit, least }: AttributeFacet, index: number): WorkColumn<Row> {
  const wide = index < 2 ? '' : 'max-xl:hidden';
  return {
    head: unit === '' ? label : `${label}, ${unit}`,
    width: `lg:w-25 lg:whitespace-normal leading-tight ${wide}`,
    ...(index === mostColumns - 1 && { className: 'without-vehicle' }),
    numeric: least !== null,
    cell: ({ attributes }) => attributes?.[key] ?? '',
    title: ({ attributes }) => String(attributes?.[key] ?? ''),
  };
}
