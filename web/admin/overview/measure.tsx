import { dollarWords } from '#contract/figure-rules.ts';
import type { Column } from '#web/ui/table.tsx';

/** A column of dollars, each with a bar below it, as long as its share of the largest one. */
export function measuredDollars<Row>(
  head: string,
  rows: readonly Row[],
  of: (row: Row) => number,
): Column<Row> {
  const most = Math.max(...rows.map(of));
  return {
    head,
    numeric: true,
    cell: (row) => <Measure dollars={of(row)} most={most} />,
  };
}

function Measure({ dollars, most }: { dollars: number; most: number }) {
  const share = most > 0 ? Math.max(0, (dollars / most) * 100) : 0;
  return (
    <span className="measure inline-block max-w-full">
      {dollarWords(dollars)}
      <svg
        viewBox="0 0 100 1"
        preserveAspectRatio="none"
        className="block w-full"
        aria-hidden="true"
      >
        <rect x={100 - share} width={share} height="1" className="chart-bar" />
      </svg>
    </span>
  );
}
