import type { WorkColumn } from '#web/ui/work-table.tsx';

/** The index of Spec §2; `from` is the number of the first row. */
export function numberColumn<Row>(rows: readonly Row[], from: number): WorkColumn<Row> {
  return {
    head: 'No.',
    width: 'lg:w-14',
    cell: (row) => <span className="quiet figures">{from + rows.indexOf(row)}</span>,
  };
}
