import { useState, type ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { AllBox, RowBox, toggled, type Selection } from './selection.tsx';
import { SortLink, useSort, type Sort } from './sort-link.tsx';
import { StepNoteLine, type StepNote } from './step-note.tsx';
import type { Content } from './kept-content.tsx';
import { Cells, TableFrame, type Column, type Rows } from './table.tsx';
import { Link } from './link.tsx';

/** One column of a table for all-day work. */
export interface WorkColumn<Row> extends Omit<Column<Row>, 'lead'> {
  /** A class that says how wide it is; a column without one takes what is left. */
  readonly width?: string;
  /** Classes of its head and its cells. */
  readonly className?: string;
  /** Where its cell stands in a row's card on a phone (web/app.css); a cell without a place is left out there. */
  readonly place?:
    | 'lead'
    | 'sum'
    | 'whose'
    | 'state'
    | 'third'
    | 'beside-third'
    | 'fourth'
    | 'steps'
    | 'many-steps';
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

interface WorkRows<Row> extends Rows<Row, WorkColumn<Row>> {
  selection?: Selection<Row>;
  note: StepNote | undefined;
  /** The rest of a row, behind a button that `detailsLabel` names. */
  renderDetails?: (row: Row) => ReactNode;
  detailsLabel?: (row: Row) => string;
  /** Of a row that has none of these: its `WorkCells`, made in another way. */
  contentOf?: (row: Row) => Content;
}

/**
 * A table for all-day work: on a desktop rows of one line, and heads that sort and, from 1280 px on, stay in sight below the header; below
 * 1024 px a card per row. The box, the note and the button for the details of a row stand in its leading cell.
 */
export function WorkTable<Row>(props: WorkRows<Row>) {
  const sort = useSort();
  const { columns, renderDetails, keyOf } = props;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  return (
    <TableFrame
      {...props}
      region="max-xl:overflow-x-auto xl:overflow-clip"
      table="work-table"
      headOf={(column) => ({
        'aria-sort': sort.directionOf(column.sort),
        className: classesOf(column.width, column),
      })}
      renderHead={(column) => <Head {...props} column={column} sort={sort} />}
      cellOf={cellOf}
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
  return (
    <>
      <LeadLine column={column} row={row} box={selection && <RowBox {...{ selection, row }} />}>
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
      </LeadLine>
      <div className="whitespace-normal">
        <StepNoteLine note={note} rowId={key} />
      </div>
    </>
  );
}

/** The leading cell of a row: its box and picture, what it is, and what can be opened. */
function LeadLine<Row>(props: {
  column: WorkColumn<Row>;
  row: Row;
  box?: ReactNode;
  children?: ReactNode;
}) {
  const { column, row, box } = props;
  return (
    <div className="row-lead">
      {(box ?? column.picture) && (
        <div className="row-start">
          {box}
          {column.picture?.(row)}
        </div>
      )}
      {column.to ? (
        <Link to={column.to(row)} className="row-name hover:underline">
          {column.cell(row)}
        </Link>
      ) : (
        <span className="row-name">{column.cell(row)}</span>
      )}
      {props.children}
    </div>
  );
}

/** The cells of a row on which nothing is chosen, noted or opened. */
export function WorkCells<Row>(props: { columns: readonly WorkColumn<Row>[]; row: Row }) {
  return (
    <Cells
      {...props}
      cellOf={cellOf}
      renderCell={(column, row) =>
        column.place === 'lead' ? <LeadLine column={column} row={row} /> : column.cell(row)
      }
    />
  );
}

function cellOf<Row>(column: WorkColumn<Row>, row: Row) {
  return {
    className: classesOf(column.place ? `at-${column.place}` : 'off-card', column),
    'data-unit': column.unit?.(row),
    title: column.title?.(row),
  };
}

function classesOf<Row>(first: string | undefined, { className, numeric }: WorkColumn<Row>) {
  return [first, className, numeric && 'figures'].filter(Boolean).join(' ');
}

function detailsOf(key: string): string {
  return `details-${key}`;
}
