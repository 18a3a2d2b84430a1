import type { ReactNode } from 'react';
import type { TypeFigures } from '#contract/figures.ts';
import { returnReasons } from '#contract/return-rules.ts';
import { dollarWords } from '#contract/figure-rules.ts';
import { Empty } from '#web/ui/states.tsx';
import type { Column } from '#web/ui/table.tsx';
import { countWords, rateOf } from './figure-words.ts';
import { ShortTable } from './short-table.tsx';

const columns: readonly Column<TypeFigures>[] = [
  { head: 'Part type', lead: true, cell: ({ name }) => name },
  { head: 'Paid', numeric: true, cell: ({ paid }) => dollarWords(paid) },
  {
    head: 'Refunded',
    numeric: true,
    cell: ({ refunded, paid }) => (
      <Share of={refunded} whole={paid}>
        {dollarWords(refunded)}
      </Share>
    ),
  },
  { head: 'Pieces', numeric: true, cell: ({ pieces }) => countWords(pieces) },
  {
    head: 'Returned',
    numeric: true,
    cell: ({ returned, pieces }) => (
      <Share of={returned} whole={pieces}>
        {countWords(returned)}
      </Share>
    ),
  },
  { head: 'Why', cell: ({ reasons }) => <Reasons reasons={reasons} /> },
];

/** Those of which most came back first. */
function byWhatCameBack(one: TypeFigures, other: TypeFigures): number {
  return other.refunded - one.refunded || other.returned - one.returned || other.paid - one.paid;
}

/** How much of what was sold of each part type came back, in money and in pieces, and why. */
export function TypeRates({ types }: { types: readonly TypeFigures[] }) {
  if (types.length === 0) return <Empty>Nothing was sold or sent back in these days.</Empty>;
  return (
    <ShortTable
      label="Refunds and returns by part type"
      rows={types.toSorted(byWhatCameBack)}
      keyOf={({ type }) => type ?? ''}
      columns={columns}
    />
  );
}

/** A figure with its share of the whole; what came back may have been sold before these days. */
function Share(props: { of: number; whole: number; children: ReactNode }) {
  const { of, whole, children } = props;
  if (of === 0) return <span className="quiet">{children}</span>;
  return (
    <>
      {children}
      <b className="ms-2">{rateOf(of, whole) ?? 'sold earlier'}</b>
    </>
  );
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
