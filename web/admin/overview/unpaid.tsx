import { unpaidAges } from '#contract/figure-rules.ts';
import type { ToDo } from '#contract/figures.ts';
import { paths } from '#web/paths.ts';
import { Empty } from '#web/ui/states.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { countWords } from './figure-words.ts';
import { measuredDollars } from './measure.tsx';

type UnpaidAge = ToDo['unpaid'][number];

const columns: readonly Column<UnpaidAge>[] = [
  { head: 'Waiting', lead: true, cell: ({ age }) => unpaidAges[age] },
  { head: 'Orders', numeric: true, cell: ({ orders }) => countWords(orders) },
];

/** How long unpaid orders wait already. */
export function Unpaid({ ages }: { ages: readonly UnpaidAge[] }) {
  if (ages.every(({ orders }) => orders === 0))
    return <Empty>No order waits for its payment.</Empty>;
  return (
    <>
      <Table
        label="Unpaid orders by age"
        rows={ages}
        keyOf={({ age }) => age}
        columns={[...columns, measuredDollars('Total', ages, ({ total }) => total)]}
      />
      <p className="no-print mt-1">
        <TextLink
          to={`${paths.manageOrders}?state=unpaid`}
          className="link inline-flex min-h-11 items-center"
        >
          Show them
        </TextLink>
      </p>
    </>
  );
}
