import type { AttributeFacet } from '#contract/search.ts';
import { texts as said } from '#contract/texts.ts';
import type { ListedFoundPart } from '#web/parts/listed-part.ts';
import { PriceInRow, priceWidth } from '#web/parts/list-price.tsx';
import { PiecesToList } from '#web/order-list/add-to-list.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { filledContent } from '#web/ui/filled-content.tsx';
import { RowImage } from '#web/ui/row-picture.tsx';
import { WorkCells, WorkTable, type WorkColumn } from '#web/ui/work-table.tsx';
import { FitBadge } from '#web/vehicle/fit-badge.tsx';
import { attributeNamed, rowOf, type TableRow } from './table-row.ts';

/** How many attributes have a column of their own; with more the names cannot be told apart in a window of 1280. */
const mostColumns = 3;

/** What all rows of a table have in common. */
interface TableLook {
  /** Whether the parts were asked for with a vehicle. */
  readonly isOfVehicle: boolean;
  readonly priceWidth: string;
  readonly attributes: readonly AttributeLook[];
}

interface AttributeLook {
  readonly key: string;
  readonly head: string;
  readonly numeric: boolean;
}

interface RowProps extends TableRow {
  readonly look: TableLook;
}

/** The cells of one row. */
export function RowCells({ look, ...row }: RowProps) {
  return <WorkCells columns={columnsFor(look)} row={row} />;
}

const cells = filledContent(RowCells, { most: 200 });

/** Found parts for people who buy by number: a line each, and the attributes of their type side by side. */
export function PartsTable(props: {
  parts: readonly ListedFoundPart[];
  /** Of the one type that all parts have; empty where they have several. */
  attributes: readonly AttributeFacet[];
}) {
  const { parts, attributes } = props;
  const look = lookOf(parts, attributes);
  return (
    <WorkTable
      label="Table of parts"
      rows={rowsOf(parts, look)}
      keyOf={({ texts }) => texts.id}
      columns={columnsFor(look)}
      contentOf={(row) => cells({ ...row, look })}
      note={undefined}
    />
  );
}

export function rowsOf(parts: readonly ListedFoundPart[], { attributes }: TableLook): TableRow[] {
  const keys = attributes.map(({ key }) => key);
  return parts.map((part) => rowOf(part, keys));
}

export function lookOf(
  parts: readonly ListedFoundPart[],
  attributes: readonly AttributeFacet[],
): TableLook {
  const isOfVehicle = parts.some(({ fit }) => fit);
  const most = isOfVehicle ? mostColumns - 1 : mostColumns;
  const measured = parts.some(isMeasured) ? attributes.filter(tellsApart) : [];
  return {
    isOfVehicle,
    priceWidth: priceWidth(parts),
    attributes: measured.slice(0, most).map(attributeLookOf),
  };
}

function columnsFor(look: TableLook): readonly WorkColumn<TableRow>[] {
  const { isOfVehicle, attributes } = look;
  return [
    {
      head: 'Number',
      width: 'lg:w-40',
      place: 'lead',
      picture: ({ texts }) => <RowImage src={texts.image} size="size-8 max-lg:size-12" />,
      to: ({ texts }) => texts.page,
      cell: ({ texts }) => texts.number ?? texts.name,
      title: ({ texts }) => texts.numberAndBrand,
    },
    {
      head: 'Name',
      sort: 'name',
      place: 'whose',
      cell: ({ texts }) => texts.nameAndReason,
      title: ({ texts }) => texts.nameAndReason,
    },
    ...(isOfVehicle ? [] : [brandColumn]),
    fitsColumn(isOfVehicle),
    ...attributes.map(columnOf),
    {
      head: 'Minimum',
      width: 'lg:w-20',
      numeric: true,
      place: 'fourth',
      cell: ({ texts }) => texts.smallestOrderGrouped,
      unit: () => ' minimum',
    },
    {
      head: 'In stock',
      width: 'lg:w-20',
      numeric: true,
      place: 'state',
      cell: ({ texts, short }) => (
        <span className={short ? 'text-error font-semibold' : ''}>{texts.inStock}</span>
      ),
      unit: () => ' in stock',
    },
    {
      head: '$ / pice',
      width: look.priceWidth,
      numeric: true,
      sort: 'price',
      place: 'sum',
      cell: ({ texts }) => <PriceInRow price={texts.price} lowest={texts.lowestPrice} />,
    },
    orderColumn,
    listColumn,
  ];
}

const orderColumn: WorkColumn<TableRow> = {
  head: 'Order',
  width: 'lg:w-38',
  numeric: true,
  place: 'steps',
  cell: ({ texts, short }) => (
    <ButtonLink
      to={texts.purchase}
      small
      look={short ? 'plain' : 'soft'}
      className="row-order"
      aria-label={`${said.purchaseNow}: ${texts.name}`}
    >
      {said.purchaseNow}
    </ButtonLink>
  ),
};

const listColumn: WorkColumn<TableRow> = {
  head: 'List',
  width: 'lg:w-30',
  place: 'many-steps',
  cell: ({ texts }) => (
    <PiecesToList
      part={{ _id: texts.id, name: texts.name, partNumber: texts.number ?? null }}
      smallest={texts.smallestOrder}
    />
  ),
};

/** Where it is said whether the parts fit, brands are told with the numbers only. */
const brandColumn: WorkColumn<TableRow> = {
  head: 'Brand',
  width: 'lg:w-25 max-xl:hidden',
  className: 'without-vehicle',
  place: 'third',
  cell: ({ texts }) => texts.brand,
};

/** It has its room where the address names a vehicle, or else the browser remembers one. */
function fitsColumn(isOfVehicle: boolean): WorkColumn<TableRow> {
  return {
    head: 'Fits',
    width: 'lg:w-26',
    ...(!isOfVehicle && { className: 'with-vehicle' }),
    place: 'third',
    cell: ({ texts, fit }) => <FitBadge partId={texts.id} fit={fit} />,
  };
}

function isMeasured({ attributes }: ListedFoundPart): boolean {
  return attributes !== undefined;
}

/** Whether the parts differ in it. */
function tellsApart({ values, least, most }: AttributeFacet): boolean {
  return values.length > 1 || least !== most;
}

function attributeLookOf({ key, label, unit, least }: AttributeFacet): AttributeLook {
  return { key, head: unit === '' ? label : `${label}, ${unit}`, numeric: least !== null };
}

/** Later ones need a wider window; the last one gives its place to whether the parts fit. */
function columnOf({ key, head, numeric }: AttributeLook, index: number): WorkColumn<TableRow> {
  const wide = index < 2 ? '' : 'max-xl:hidden';
  const textIn = ({ texts }: TableRow) => texts[attributeNamed(key)];
  return {
    head,
    width: `lg:w-25 lg:whitespace-normal leading-tight ${wide}`,
    ...(index === mostColumns - 1 && { className: 'without-vehicle' }),
    numeric,
    cell: textIn,
    title: textIn,
  };
}
