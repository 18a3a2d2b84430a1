import { useState, type ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { AllBox, RowBox, toggled, type Selection } from './selection.tsx';
import { SortLink, useSort, type Sort } from './sort-link.tsx';
import { StepNoteLine, type StepNote } from './step-note.tsx';
import { TableFrame, type Column, type Rows } from './table.tsx';
import { Link } from './link.tsx';

/** One column of a table for all-day work. */
export interface WorkColumn<Row> extends Omit<Column<Row>, 'lead'> {
  /** A class that says how wide it is; a column without one takes what is left. */
  readonly width?: string;
  /** Classes of its head and its cells. */
  readonly className?: string;
  /** Where its cell stands in a row's card on a phone; a cell without a place is left out there. */
  readonly place?: keyof typeof places;
  /** What the figure counts, said on a phone, where it has no head. */
  readonly unit?: (row: Row) => string;
  /** The name of `?sort=` that sorts by this column. */
  readonly sort?: string;
  /** The whole of a text that a narrow column cuts off. */
  readonly title?: (row: Row) => string | undefined;
  /** Of the leading cell: stands before it. */
  readonly picture?: (row: Row) => ReactNode;
  /** Of the leading cell: where it leads. */
  readonly to?: (row: Row) => string;
}

/** A card has three columns: what it is and its sum, below whose and its state, below further facts beside what can be done. */
const places = {
  lead: 'max-lg:row-1 max-lg:col-[1/3]',
  sum: 'max-lg:row-1 max-lg:col-3 max-lg:justify-self-end',
  whose: 'max-lg:row-2 max-lg:col-[1/3] max-lg:text-quiet',
  state: 'max-lg:row-2 max-lg:col-3 max-lg:justify-self-end',
  third: 'max-lg:row-3 max-lg:col-1 max-lg:text-quiet',
  besideThird: 'max-lg:row-3 max-lg:col-2 max-lg:text-quiet',
  fourth: 'max-lg:row-4 max-lg:col-[1/3] max-lg:text-quiet',
  steps: 'max-lg:row-[3/5] max-lg:col-3 max-lg:self-end max-lg:justify-self-end',
  manySteps: 'max-lg:row-5 max-lg:col-span-full',
} as const;

interface WorkRows<Row> extends Rows<Row, WorkColumn<Row>> {
  selection?: Selection<Row>;
  note: StepNote | undefined;
  /** The rest of a row, behind a button that `detailsLabel` names. */
  renderDetails?: (row: Row) => ReactNode;
  detailsLabel?: (row: Row) => string;
}

/**
 * A table for all-day work: on a desktop rows of one line, and heads that sort and stay in sight below the header; below
 * 1024 px a card per row. The box, the note and the button for the details of a row stand in its leading cell.
 */
export function WorkTable<Row>(props: WorkRows<Row>) {
  const sort = useSort();
  const { columns, renderDetails, keyOf } = props;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const align = ({ numeric }: WorkColumn<Row>) => (numeric ? 'figures lg:text-end' : 'text-start');
  return (
    <TableFrame
      {...props}
      region="max-xl:overflow-x-auto xl:overflow-clip"
      table="work-table"
      headOf={(column) => ({
        'aria-sort': sort.directionOf(column.sort),
        className: `${column.width ?? ''} ${column.className ?? ''} ${align(column)}`,
      })}
      renderHead={(column) => <Head {...props} column={column} sort={sort} />}
      cellOf={(column, row) => ({
        className: `${column.className ?? ''} ${align(column)} max-lg:after:content-[attr(data-unit)] ${column.place ? places[column.place] : 'max-lg:hidden'}`,
        'data-unit': column.unit?.(row),
        title: column.title?.(row),
      })}
      renderCell={(column, row) =>
        column.place === 'lead' ? (
          <Lead {...props} {...{ column, row, opened, setOpened }} />
        ) : (
          column.cell(row)
        )
      }
      renderBelow={(row) =>
        opened.has(keyOf(row)) && (
          <tr role="row" id={detailsOf(keyOf(row))} className="bg-base-200">
            <td
              role="cell"
              colSpan={columns.length}
              className="max-lg:col-span-full lg:h-auto lg:pt-1 lg:pb-3 lg:whitespace-normal"
            >
              {renderDetails?.(row)}
            </td>
          </tr>
        )
      }
      isChosen={props.selection?.isChosen}
    />
  );
}

function Head<Row>(props: WorkRows<Row> & { column: WorkColumn<Row>; sort: Sort }) {
  const { selection, rows, sort, column } = props;
  return (
    <>
      {column.place === 'lead' && selection && (
        <span className="me-1 max-lg:hidden">
          <AllBox selection={selection} rows={rows.length} />
        </span>
      )}
      {column.sort === undefined ? (
        column.head
      ) : (
        <SortLink
          sort={sort}
          by={column.sort}
          numeric={column.numeric ?? false}
          head={column.head}
        />
      )}
    </>
  );
}

function Lead<Row>(
  props: WorkRows<Row> & {
    column: WorkColumn<Row>;
    row: Row;
    opened: ReadonlySet<string>;
    setOpened: (keys: ReadonlySet<string>) => void;
  },
) {
  const { selection, note, detailsLabel, column, row, opened } = props;
  const key = props.keyOf(row);
  const look = 'min-w-0 font-semibold max-lg:line-clamp-2 lg:truncate';
  return (
    <>
      <div className="flex min-w-0 items-center gap-1">
        {(selection ?? column.picture) && (
          <div className="row-start flex items-center gap-2">
            {selection && <RowBox selection={selection} row={row} />}
            {column.picture?.(row)}
          </div>
        )}
        {column.to ? (
          <Link to={column.to(row)} className={`${look} hover:underline`}>
            {column.cell(row)}
          </Link>
        ) : (
          <span className={look}>{column.cell(row)}</span>
        )}
        {detailsLabel && (
          <button
            type="button"
            aria-expanded={opened.has(key)}
            aria-controls={detailsOf(key)}
            aria-label={detailsLabel(row)}
            onClick={() => props.setOpened(toggled(opened, key))}
            className="quiet hover:bg-base-content/8 ms-auto grid size-8 flex-none place-items-center rounded-md"
          >
            <Icon name="down" className={`size-4 ${opened.has(key) ? 'rotate-180' : ''}`} />
          </button>
        )}
      </div>
      <div className="whitespace-normal">
        <StepNoteLine note={note} rowId={key} />
      </div>
    </>
  );
}

function detailsOf(key: string): string {
  return `details-${key}`;
}
