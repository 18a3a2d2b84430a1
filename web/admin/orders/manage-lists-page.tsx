import { useLoaderData } from 'react-router';
import { AllBatchesQuery, type ManagedBatch } from '#contract/all-batches.ts';
import { formatDollars } from '#contract/money.ts';
import { texts } from '#contract/texts.ts';
import { AdminList } from '#web/admin/list/admin-list.tsx';
import type { Choice } from '#web/admin/list/list-form.tsx';
import { listLoader } from '#web/admin/list/list-loader.ts';
import { call, page } from '#web/api/call.ts';
import { privateMeta } from '#web/meta.ts';
import { HeldInShort } from '#web/orders/held-until.tsx';
import { ListBadges } from '#web/orders/listed-list.tsx';
import { paths } from '#web/paths.ts';
import { Address } from '#web/ui/address.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { momentOf } from '#web/ui/moment.ts';
import { Table, type Column } from '#web/ui/table.tsx';
import { Link } from '#web/ui/link.tsx';

const title = 'Manage Lists';
const choices: readonly Choice[] = [
  {
    name: 'state',
    label: 'With a line that is',
    usual: 'All',
    options: {
      unpaid: 'Unpaid',
      pending: texts.pending,
      shipped: texts.completed,
      refunded: 'Refunded',
      cancelled: 'Cancelled',
    },
  },
];
const words = { row: 'list', rows: 'lists', none: 'No list has been ordered yet.' };

export const meta = () => privateMeta(title);

export const clientLoader = listLoader(
  AllBatchesQuery,
  (query) => page('listAllBatches', { query }),
  (query) => call('countAllBatches', { query }),
);

/** Everybody's lists, each as one row, with the way to its lines. */
export default function ManageListsPage() {
  return (
    <AdminList
      title={title}
      words={words}
      loaded={useLoaderData<typeof clientLoader>()}
      form={{ searchLabel: 'Customer, list, PO number', choices }}
      ways={
        <ButtonLink small to={paths.manageOrders}>
          Orders one by one
        </ButtonLink>
      }
      keyOf={({ _id }) => _id}
    >
      {(rows) => <Table label={title} rows={rows} keyOf={({ _id }) => _id} columns={columns} />}
    </AdminList>
  );
}

const columns: readonly Column<ManagedBatch>[] = [
  { head: 'List', lead: true, cell: (list) => <TheList list={list} /> },
  {
    head: 'Customer',
    cell: ({ name, email }) => (
      <span className="[overflow-wrap:anywhere]">
        {name}
        <span className="quiet block text-sm">
          <Address email={email} />
        </span>
      </span>
    ),
  },
  { head: 'Pieces', numeric: true, cell: ({ quantity }) => quantity },
  {
    head: 'Total',
    numeric: true,
    cell: ({ total }) => <strong className="font-semibold">{formatDollars(total)}</strong>,
  },
  { head: 'Status', cell: (list) => <ListBadges list={list} reader="admin" /> },
  {
    head: 'Action',
    cell: ({ _id, number }) => (
      <ButtonLink small to={paths.batch(_id)}>
        Open<span className="sr-only">{` list ${number}`}</span>
      </ButtonLink>
    ),
  },
];

function TheList({ list }: { list: ManagedBatch }) {
  const { _id, number, poNumber, lines, listed, states, createdAt, heldUntil } = list;
  return (
    <div className="figures min-w-0 text-start">
      <Link
        to={`${paths.manageOrders}?batch=${_id}`}
        className="link inline-flex min-h-6 items-center"
      >
        <span className="sr-only">Lines of list </span>
        <span className="unbroken font-semibold">{number}</span>
      </Link>
      {poNumber !== '' && <p className="[overflow-wrap:anywhere]">{`PO ${poNumber}`}</p>}
      <p className="quiet text-sm">
        {`${lines} ${lines === 1 ? 'part' : 'parts'}, ordered ${momentOf(createdAt, 'day')}`}
      </p>
      {listed !== lines - states.cancelled && (
        <p className="text-sm font-semibold">{`${listed} of its ${lines} lines fit`}</p>
      )}
      {heldUntil !== null && (
        <p className="quiet text-sm">
          <HeldInShort until={heldUntil} />
        </p>
      )}
    </div>
  );
}
