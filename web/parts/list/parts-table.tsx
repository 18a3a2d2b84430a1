import type { AttributeFacet } from '#contract/search.ts';
import { texts } from '#contract/texts.ts';
import type { ListedFoundPart } from '#web/parts/listed-part.ts';
import { ListPrice, priceWidth } from '#web/parts/list-price.tsx';
import { PiecesToList } from '#web/order-list/add-to-list.tsx';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { RowPicture } from '#web/ui/row-picture.tsx';
import { WorkTable, type WorkColumn } from '#web/ui/work-table.tsx';
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
    {
      head: 'Brand',
      width: 'lg:w-25 max-xl:hidden',
      place: 'third',
      cell: ({ brand }) => brand ?? '',
    },
    ...attributes.filter(tellsApart).slice(0, mostColumns).map(columnOf),
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

function isMeasured({ attributes }: Row): boolean {
  return attributes !== undefined;
}

/** Whether the parts differ in it. */
function tellsApart({ values, least, most }: AttributeFacet): boolean {
  return values.length > 1 || least !== most;
}

/** Later ones need a wider window. */
function columnOf({ key, label, unit, least }: AttributeFacet, index: number): WorkColumn<Row> {
  const wide = index < 2 ? '' : 'max-xl:hidden';
  return {
    head: unit === '' ? label : `${label}, ${unit}`,
    width: `lg:w-25 lg:whitespace-normal leading-tight ${wide}`,
    numeric: least !== null,
    cell: ({ attributes }) => attributes?.[key] ?? '',
    title: ({ attributes }) => String(attributes?.[key] ?? ''),
  };
}
