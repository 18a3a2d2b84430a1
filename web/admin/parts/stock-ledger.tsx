import type { StockChange } from '#contract/parts.ts';
import { Address } from '#web/ui/address.tsx';
import { paths } from '#web/paths.ts';
import { momentOf } from '#web/ui/moment.ts';
import { Table, type Column } from '#web/ui/table.tsx';
import { Link } from '#web/ui/link.tsx';

const reasons: Readonly<Record<StockChange['reason'], string>> = {
  opening: 'Opening stock',
  order: 'Ordered',
  cancel: 'Order cancelled',
  adjustment: 'Adjusted',
  refund: 'Refunded',
};

const columns: readonly Column<StockChange>[] = [
  {
    head: 'When',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} className="figures">
        {momentOf(createdAt)}
      </time>
    ),
  },
  {
    head: 'Change',
    numeric: true,
    cell: ({ change }) => (
      <strong className="font-semibold">{change > 0 ? `+${change}` : change}</strong>
    ),
  },
  { head: 'What', cell: ({ reason }) => reasons[reason] },
  { head: 'By', cell: ({ actor }) => <Address email={actor} /> },
  { head: 'Reason', cell: (change) => <Reason change={change} /> },
];

/** Every change of a part's stock, newest first. Rows are only ever added. */
export function StockLedger({ changes }: { readonly changes: readonly StockChange[] }) {
  return <Table label="Stock ledger" rows={changes} keyOf={({ _id }) => _id} columns={columns} />;
}

function Reason({ change: { note, orderId } }: { readonly change: StockChange }) {
  if (note !== '') return <span className="[overflow-wrap:anywhere]">{note}</span>;
  if (orderId === null) return <span className="quiet">None</span>;
  return (
    <Link className="link" to={paths.order(orderId)}>
      The order
    </Link>
  );
}
