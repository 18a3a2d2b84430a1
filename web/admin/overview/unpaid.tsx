import { unpaidAges } from '#contract/figure-rules.ts';
import type { ToDo } from '#contract/figures.ts';
import { paths } from '#web/paths.ts';
import { Empty } from '#web/ui/states.tsx';
import { Table } from '#web/ui/table.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { countWords, signedDollars } from './figure-words.ts';
import { Measure } from './measure.tsx';

/** How long unpaid orders wait already. */
export function Unpaid({ ages }: { ages: ToDo['unpaid'] }) {
  if (ages.every(({ orders }) => orders === 0))
    return <Empty>No order waits for its payment.</Empty>;
  const most = Math.max(...ages.map(({ total }) => total));
  return (
    <>
      <Table
        label="Unpaid orders by age"
        rows={ages}
        keyOf={({ age }) => age}
        columns={[
          { head: 'Waiting', lead: true, cell: ({ age }) => unpaidAges[age] },
          { head: 'Orders', numeric: true, cell: ({ orders }) => countWords(orders) },
          {
            head: 'Total',
            numeric: true,
            cell: ({ total }) => (
              <Measure of={total} most={most}>
                {signedDollars(total)}
              </Measure>
            ),
          },
        ]}
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
