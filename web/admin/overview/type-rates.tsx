import type { TypeFigures } from '#contract/figures.ts';
import { returnReasons } from '#contract/return-rules.ts';
import { Empty } from '#web/ui/states.tsx';
import type { Column } from '#web/ui/table.tsx';
import { countWords, rateOf, signedDollars } from './figure-words.ts';
import { ShortTable } from './short-table.tsx';

const columns: readonly Column<TypeFigures>[] = [
  { head: 'Part type', lead: true, cell: ({ name }) => name },
  { head: 'Paid', numeric: true, cell: ({ paid }) => signedDollars(paid) },
  { head: 'Refunded', numeric: true, cell: ({ refunded }) => signedDollars(refunded) },
  {
    head: 'Refund rate',
    numeric: true,
    cell: ({ refunded, paid }) => <Rate of={refunded} whole={paid} />,
  },
  { head: 'Pieces', numeric: true, cell: ({ pieces }) => countWords(pieces) },
  { head: 'Returned', numeric: true, cell: ({ returned }) => countWords(returned) },
  {
    head: 'Return rate',
    numeric: true,
    cell: ({ returned, pieces }) => <Rate of={returned} whole={pieces} />,
  },
  { head: 'Why', cell: ({ reasons }) => <Reasons reasons={reasons} /> },
];

/** How much of what was sold of each part type came back, in money and in pieces, and why. */
export function TypeRates({ types }: { types: readonly TypeFigures[] }) {
  if (types.length === 0) return <Empty>Nothing was sold or sent back in these days.</Empty>;
  return (
    <ShortTable
      label="Refunds and returns by part type"
      rows={types}
      keyOf={({ type }) => type ?? ''}
      columns={columns}
    />
  );
}

function Rate({ of, whole }: { of: number; whole: number }) {
  const rate = rateOf(of, whole);
  if (rate === undefined) return of === 0 ? '0%' : 'Sold earlier';
  return of === 0 ? <span className="quiet">{rate}</span> : <b>{rate}</b>;
}

function Reasons({ reasons }: Pick<TypeFigures, 'reasons'>) {
  if (reasons.length === 0) return <span className="quiet">None</span>;
  return (
    <ul>
      {reasons.map(({ reason, pieces }) => (
        <li key={reason}>{`${returnReasons[reason]}: ${countWords(pieces)}`}</li>
      ))}
    </ul>
  );
}
