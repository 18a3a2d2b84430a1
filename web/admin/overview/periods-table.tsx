import type { DayRange } from '#contract/figure-rules.ts';
import type { Figures } from '#contract/figures.ts';
import { dollarWords } from '#contract/figure-rules.ts';
import { Table, type Column } from '#web/ui/table.tsx';
import { countWords, rangeWords } from './figure-words.ts';

type Period = Figures['periods'][number] & {
  readonly earlier: Figures['periodsBefore'][number] | undefined;
};

const columns: readonly Column<Period>[] = [
  { head: 'Days', lead: true, cell: (period) => <Days of={period} /> },
  { head: 'Revenue', numeric: true, cell: ({ revenue }) => dollarWords(revenue) },
  { head: 'Paid', numeric: true, cell: ({ paid }) => dollarWords(paid) },
  { head: 'Refunded', numeric: true, cell: ({ refunded }) => dollarWords(refunded) },
  { head: 'Orders', numeric: true, cell: ({ orders }) => countWords(orders) },
  { head: 'Pieces', numeric: true, cell: ({ pieces }) => countWords(pieces) },
  {
    head: 'Average',
    numeric: true,
    cell: ({ average }) => (average === null ? 'None' : dollarWords(average)),
  },
  { head: 'New customers', numeric: true, cell: ({ newCustomers }) => countWords(newCustomers) },
  {
    head: 'Returning',
    numeric: true,
    cell: ({ returningCustomers }) => countWords(returningCustomers),
  },
];

const columnsBefore: readonly Column<Period>[] = [
  { head: 'Days before', cell: ({ earlier }) => earlier && <Days of={earlier} /> },
  {
    head: 'Revenue before',
    numeric: true,
    cell: ({ earlier }) => earlier && dollarWords(earlier.revenue),
  },
  {
    head: 'Orders before',
    numeric: true,
    cell: ({ earlier }) => earlier && countWords(earlier.orders),
  },
];

function Days({ of }: { of: DayRange }) {
  return <span className="period-days">{rangeWords(of)}</span>;
}

/** The figures of the charts, and the others of the same days. */
export function PeriodsTable({ figures, compares }: { figures: Figures; compares: boolean }) {
  const { periods, periodsBefore, by } = figures;
  return (
    <Table
      label={`Sales by ${by}`}
      rows={periods.map((period, place) => ({ ...period, earlier: periodsBefore[place] }))}
      keyOf={({ from }) => from}
      columns={compares ? [...columns, ...columnsBefore] : columns}
    />
  );
}
