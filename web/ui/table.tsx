import { Fragment, type ComponentProps, type ReactNode } from 'react';
import type { Content } from './kept-content.tsx';

/** One column of a table. */
export interface Column<Row> {
  /** Empty for a column of buttons; the cell then needs no name on a phone. */
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** Right-aligned tabular figures. */
  readonly numeric?: boolean;
  /** On a phone this cell is its card's heading: all of the width, without the column's name beside it. */
  readonly lead?: boolean;
}

/** What every table shows. */
export interface Rows<Row, In> {
  /** What the table holds, for people who do not see it. */
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  columns: readonly In[];
}

/** Rows on a wide screen, a card per row on a phone. */
export function Table<Row>(
  props: Rows<Row, Column<Row>> & {
    rowClass?: (row: Row) => string;
    renderBelow?: (row: Row) => ReactNode;
  },
) {
  const align = (column: Column<Row>) => (column.numeric ? 'figures md:text-end' : 'md:text-start');
  return (
    <TableFrame
      {...props}
      region="overflow-x-auto"
      table="data-table"
      headOf={(column) => ({ className: `h-9 px-4 ${align(column)}`, 'data-head': column.head })}
      renderHead={({ head }) => head || <span className="sr-only">Actions</span>}
      cellOf={(column) => ({
        className: `px-4 md:py-2 ${align(column)}`,
        'data-head': column.lead ? '' : column.head,
      })}
      renderCell={(column, row) => column.cell(row)}
    />
  );
}

type Attributes<Element extends 'th' | 'td'> = ComponentProps<Element> & {
  readonly 'data-head'?: string;
  readonly 'data-unit'?: string | undefined;
};

/** A table's frame; the roles are written out because browsers drop them from tables that are laid out as blocks. */
export function TableFrame<Row, In extends { readonly head: string }>(
  props: Rows<Row, In> & {
    region: string;
    table: string;
    headOf: (column: In) => Attributes<'th'>;
    renderHead: (column: In) => ReactNode;
    cellOf: (column: In, row: Row) => Attributes<'td'>;
    renderCell: (column: In, row: Row) => ReactNode;
    /** Instead of these two. */
    contentOf?: ((row: Row) => Content) | undefined;
    /** A row that belongs to this one. */
    renderBelow?: (row: Row) => ReactNode;
    isChosen?: ((row: Row) => boolean) | undefined;
    rowClass?: (row: Row) => string;
  },
) {
  const { columns, headOf, cellOf } = props;
  return (
    <div
      role="region"
      aria-label={props.label}
      tabIndex={0}
      className={`rounded-box border-base-300 bg-base-100 border ${props.region}`}
    >
      <table role="table" aria-label={props.label} className={`w-full text-sm ${props.table}`}>
        <thead
          role="rowgroup"
          className="quiet [&_th]:bg-base-200 text-xs whitespace-nowrap [&_th]:font-semibold"
        >
          <tr role="row">
            {columns.map((column) => (
              <th key={column.head} role="columnheader" scope="col" {...headOf(column)}>
                {props.renderHead(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="divide-base-300 border-base-300 divide-y border-t">
          {props.rows.map((row) => (
            <Fragment key={props.keyOf(row)}>
              <tr
                role="row"
                className={`${props.isChosen?.(row) ? 'bg-primary/9' : 'hover:bg-base-content/5'} ${props.rowClass?.(row) ?? ''}`}
                {...(props.contentOf?.(row) ?? {
                  children: <Cells {...{ columns, cellOf, row }} renderCell={props.renderCell} />,
                })}
              />
              {props.renderBelow?.(row)}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The cells of a row. */
export function Cells<Row, In extends { readonly head: string }>(props: {
  columns: readonly In[];
  row: Row;
  cellOf: (column: In, row: Row) => Attributes<'td'>;
  renderCell: (column: In, row: Row) => ReactNode;
}) {
  const { columns, row } = props;
  return columns.map((column) => (
    <td key={column.head} role="cell" {...props.cellOf(column, row)}>
      {props.renderCell(column, row)}
    </td>
  ));
}
