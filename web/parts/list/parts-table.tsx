import type { AttributeFacet } from '#contract/search.ts';
import { texts } from '#contract/texts.ts';
import type { ListedFoundPart } from '#web/parts/listed-part.ts';
import { PriceInRow, priceWidth } from '#web/parts/list-price.tsx';
import { PiecesToList } from '#web/order-list/add-to-list.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { filledContent } from '#web/ui/filled-content.tsx';
import { RowImage } from '#web/ui/row-picture.tsx';
import { WorkCells, WorkTable, type WorkColumn } from '#web/ui/work-table.tsx';
import { FitBadge } from '#web/vehicle/fit-badge.tsx';
import { attributeNamed, rowOf, type TableRow } from './table-row.ts';

/** How many attributes have a column of their own; with more, or with lower prices beside them, the names could not be told apart. */
const mostColumns = 3;

/** What all rows of a table have in common. */
interface CommonOfRows {
  /** Whether the parts were asked for with a vehicle. */
  readonly isOfVehicle: boolean;
  readonly priceWidth: string;
  readonly attributes: readonly ColumnOfAttribute[];
}

interface ColumnOfAttribute {
  readonly key: string;
  readonly head: string;
  readonly numeric: boolean;
}

interface RowProps extends TableRow {
  readonly common: CommonOfRows;
}

/** The cells of one row. */
export function RowCells({ common, ...row }: RowProps) {
  return <WorkCells columns={columnsFor(common)} row={row} />;
}

const cells = filledContent(RowCells, { most: 200 });

/** Found parts for people who buy by number: a line each, and the attributes of their type side by side. */
export function PartsTable(props: {
  parts: readonly ListedFoundPart[];
  /** Of the one type that all parts have; empty where they have several. */
  attributes: readonly AttributeFacet[];
}) {
  const { parts, attributes } = props;
  const common = commonOf(parts, attributes);
  return (
    <WorkTable
      label="Table of parts"
      rows={tableRows(parts, common)}
      keyOf={({ texts: its }) => its.id}
      columns={columnsFor(common)}
      contentOf={(row) => cells({ ...row, common })}
      note={undefined}
    />
  );
}

/** The parts as their rows are written. */
export function tableRows(
  parts: readonly ListedFoundPart[],
  { attributes }: CommonOfRows,
): TableRow[] {
  const keys = attributes.map(({ key }) => key);
  return parts.map((part) => rowOf(part, keys));
}

/** What the rows of these parts have in common. `attributes`: of the type that all of them have. */
export function commonOf(
  parts: readonly ListedFoundPart[],
  attributes: readonly AttributeFacet[],
): CommonOfRows {
  const isOfVehicle = parts.some(({ fit }) => fit);
  const hasLowerPrices = parts.some(({ priceBreaks }) => priceBreaks.length > 0);
  const most = isOfVehicle || hasLowerPrices ? mostColumns - 1 : mostColumns;
  const measured = parts.some(isMeasured) ? attributes.filter(tellsApart) : [];
  return {
    isOfVehicle,
    priceWidth: priceWidth(parts),
    attributes: measured.slice(0, most).map(columnFacts),
  };
}

function columnsFor(common: CommonOfRows): readonly WorkColumn<TableRow>[] {
  const { isOfVehicle, attributes } = common;
  return [
    {
      head: 'Number',
      width: 'lg:w-40',
      place: 'lead',
      picture: ({ texts: its }) => <RowImage src={its.image} size="size-8 max-lg:size-12" />,
      to: ({ texts: its }) => its.page,
      cell: ({ texts: its }) => its.number ?? its.name,
      title: ({ texts: its }) => its.numberAndBrand,
    },
    {
      head: 'Name',
      sort: 'name',
      place: 'whose',
      cell: ({ texts: its }) => its.nameAndReason,
      title: ({ texts: its }) => its.nameAndReason,
    },
    ...(isOfVehicle ? [] : [brandColumn]),
    fitsColumn(isOfVehicle),
    ...attributes.map(columnOf),
    {
      head: 'Minimum',
      width: 'lg:w-20',
      numeric: true,
      place: 'fourth',
      cell: ({ texts: its }) => its.smallestOrderGrouped,
      unit: () => ' minimum',
    },
    {
      head: 'In stock',
      width: 'lg:w-20',
      numeric: true,
      place: 'state',
      cell: ({ texts: its, short }) => (
        <span className={short ? 'text-error font-semibold' : ''}>{its.inStock}</span>
      ),
      unit: () => ' in stock',
    },
    {
      head: '$ / pice',
      width: common.priceWidth,
      numeric: true,
      sort: 'price',
      place: 'sum',
      cell: ({ texts: its }) => <PriceInRow price={its.price} lowest={its.lowestPrice} />,
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
  cell: ({ texts: its, short }) => (
    <ButtonLink
      to={its.purchase}
      small
      look={short ? 'plain' : 'soft'}
      className="row-order"
      aria-label={`${texts.purchaseNow}: ${its.name}`}
    >
      {texts.purchaseNow}
    </ButtonLink>
  ),
};

const listColumn: WorkColumn<TableRow> = {
  head: 'List',
  width: 'lg:w-30',
  place: 'many-steps',
  cell: ({ texts: its }) => (
    <PiecesToList
      part={{ _id: its.id, name: its.name, partNumber: its.number ?? null }}
      smallest={its.smallestOrder}
    />
  ),
};

/** Where it is said whether the parts fit, brands are told with the numbers only. */
const brandColumn: WorkColumn<TableRow> = {
  head: 'Brand',
  width: 'lg:w-25',
  className: 'lg:max-xl:hidden without-vehicle',
  place: 'third',
  cell: ({ texts: its }) => its.brand,
};

/** It has its room where the address names a vehicle, or else the browser remembers one. */
function fitsColumn(isOfVehicle: boolean): WorkColumn<TableRow> {
  return {
    head: 'Fits',
    width: 'lg:w-26',
    ...(!isOfVehicle && { className: 'with-vehicle' }),
    place: 'third',
    cell: ({ texts: its, fit }) => <FitBadge partId={its.id} fit={fit} />,
  };
}

function isMeasured({ attributes }: ListedFoundPart): boolean {
  return attributes !== undefined;
}

/** Whether the parts differ in it. */
function tellsApart({ values, least, most }: AttributeFacet): boolean {
  return values.length > 1 || least !== most;
}

function columnFacts({ key, label, unit, least }: AttributeFacet): ColumnOfAttribute {
  return { key, head: unit === '' ? label : `${label}, ${unit}`, numeric: least !== null };
}

/** So that names have room, later ones need a wider window; the third gives its place to whether the parts fit. */
const columnClasses = ['', 'max-xl:hidden', 'max-xl:hidden without-vehicle'];

function columnOf({ key, head, numeric }: ColumnOfAttribute, index: number): WorkColumn<TableRow> {
  const textIn = ({ texts: its }: TableRow) => its[attributeNamed(key)];
  return {
    head,
    width: 'lg:w-25 lg:whitespace-normal leading-tight',
    className: columnClasses[index] ?? '',
    numeric,
    cell: textIn,
    title: textIn,
  };
}
