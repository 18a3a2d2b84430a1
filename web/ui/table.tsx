import type { ReactNode } from 'react';

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

/**
 * Rows on a wide screen, a card per row on a phone. The roles are written out because browsers drop them
 * from tables that are laid out as blocks.
 */
export function Table<Row>(props: {
  /** What the table holds, for people who do not see it. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}) {
  const align = (column: Column<Row>) => (column.numeric ? 'figures md:text-end' : 'md:text-start');
  return (
    <div
      role="region"
      aria-label={props.label}
      tabIndex={0}
      className="rounded-box border-base-300 bg-base-100 overflow-x-auto border"
    >
      <table role="table" aria-label={props.label} className="data-table w-full text-sm">
        <thead role="rowgroup">
          <tr role="row" className="border-base-300 border-b">
            {props.columns.map((column) => (
              <th
                key={column.head}
                role="columnheader"
                scope="col"
                className={`quiet bg-base-200 h-9 px-4 text-xs font-semibold whitespace-nowrap ${align(column)}`}
              >
                {column.head === '' ? <span className="sr-only">Actions</span> : column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="divide-base-300 divide-y">
          {props.rows.map((row) => (
            <tr key={props.keyOf(row)} role="row" className="hover:bg-base-content/5">
              {props.columns.map((column) => (
                <td
                  key={column.head}
                  role="cell"
                  data-head={column.lead ? '' : column.head}
                  className={`px-4 md:py-2 ${align(column)}`}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
