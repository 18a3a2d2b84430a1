import type { ComponentProps } from 'react';
import { batchNumber } from '#contract/batch-rules.ts';
import { formatDollars } from '#contract/money.ts';
import { orderCan, orderNumber } from '#contract/order-rules.ts';
import type { Order } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import { BulkTable } from '#web/admin/list/bulk-table.tsx';
import { HeldInShort } from '#web/orders/held-until.tsx';
import { OrderBadge } from '#web/orders/order-badge.tsx';
import { Facts, type Fact } from '#web/orders/ordered-part.tsx';
import { shippedFact } from '#web/orders/shipped-fact.ts';
import type { ShipmentToMake } from '#web/orders/ship-dialog.tsx';
import { paths } from '#web/paths.ts';
import { Address } from '#web/ui/address.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { momentOf, shortDayOf } from '#web/ui/moment.ts';
import { RowPicture } from '#web/ui/row-picture.tsx';
import { byAge } from '#web/ui/sort-link.tsx';
import type { WorkColumn } from '#web/ui/work-table.tsx';
import { shipping } from './shipping.ts';
import { Link } from '#web/ui/link.tsx';

/** What an admin may do with an order here. */
export interface AskedOrder {
  readonly step: 'ship' | 'cancel';
  readonly order: Order;
  /** What the dialog of shipping was answered. */
  readonly shipment?: ShipmentToMake;
}

type OnAsk = (asked: AskedOrder) => void;

/** Everybody's orders: the columns of Spec §2 (Manage Orders), then ours; `orderCan` decides which buttons a row has. */
export function AllOrdersTable({
  onAsk,
  ...table
}: { onAsk: OnAsk } & Pick<ComponentProps<typeof BulkTable<Order>>, 'rows' | 'note' | 'step'>) {
  return (
    <BulkTable
      {...table}
      label={texts.manageOrders}
      bulk={shipping}
      columns={[...specifiedColumns(onAsk), ...ownColumns]}
      detailsLabel={({ createdAt, name, email }) =>
        `Ordered ${momentOf(createdAt, 'day')} by ${name || email}: details`
      }
      renderDetails={(order) => <Facts facts={factsOf(order)} className="lg:columns-3 lg:ps-8" />}
    />
  );
}

const specifiedColumns = (onAsk: OnAsk): WorkColumn<Order>[] => [
  {
    head: 'Product',
    place: 'lead',
    sort: 'product',
    picture: ({ image }) => <RowPicture image={image} size="size-12 lg:hidden" />,
    to: ({ productId }) => paths.manageProduct(productId),
    title: ({ productName }) => productName,
    cell: ({ productName }) => productName,
  },
  {
    head: 'Quantity',
    numeric: true,
    place: 'beside-third',
    sort: 'quantity',
    width: 'lg:w-21',
    unit: () => ' pieces',
    cell: ({ quantity }) => quantity,
  },
  {
    head: 'Total',
    numeric: true,
    place: 'sum',
    sort: 'total',
    width: 'lg:w-24',
    cell: ({ total }) => <strong className="font-semibold">{formatDollars(total)}</strong>,
  },
  {
    head: 'Status',
    place: 'state',
    sort: 'status',
    width: 'lg:w-39',
    cell: (order) => <OrderBadge order={order} reader="admin" />,
  },
  {
    head: 'Action',
    place: 'steps',
    width: 'lg:w-26',
    cell: (order) => <Actions order={order} onAsk={onAsk} />,
  },
];

const ownColumns: readonly WorkColumn<Order>[] = [
  {
    head: 'Date',
    place: 'third',
    sort: byAge,
    width: 'lg:w-23',
    title: ({ createdAt }) => momentOf(createdAt),
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} className="figures">
        {shortDayOf(createdAt)}
      </time>
    ),
  },
  {
    head: 'Customer',
    place: 'whose',
    sort: 'customer',
    width: 'lg:w-28',
    title: ({ name, email }) => (name === '' ? email : `${name}, ${email}`),
    cell: ({ name, email }) => name || email,
  },
  {
    head: 'Order',
    place: 'fourth',
    width: 'lg:w-42',
    cell: ({ _id, batchId }) => (
      <span className="inline-flex items-center gap-0.5 align-middle">
        <Link to={paths.order(_id)} className="link figures inline-flex min-h-6 items-center">
          <span className="sr-only">Order </span>
          {orderNumber(_id)}
        </Link>
        {batchId !== null && <ListLink batchId={batchId} />}
      </span>
    ),
  },
];

/** To the lines of the list that an order is of. */
function ListLink({ batchId }: { batchId: string }) {
  const name = `Lines of list ${batchNumber(batchId)}`;
  return (
    <Link
      to={`${paths.manageOrders}?batch=${batchId}`}
      title={name}
      aria-label={name}
      className="quiet hover:bg-base-content/8 grid size-6 place-items-center rounded-md"
    >
      <Icon name="list" className="size-4" />
    </Link>
  );
}

function Actions({ order, onAsk }: { order: Order; onAsk: OnAsk }) {
  const step = (['ship', 'cancel'] as const).find((one) => orderCan[one](order));
  if (step === undefined) return <span className="quiet">None</span>;
  return (
    <Button small look={step === 'ship' ? 'plain' : 'quiet'} onClick={() => onAsk({ step, order })}>
      {step === 'ship' ? texts.approve : texts.cancel}
      <span className="sr-only">{`: ${order.quantity} × ${order.productName}`}</span>
    </Button>
  );
}

/** What it takes to ship the order, or to ask its customer something. */
function factsOf(order: Order): readonly Fact[] {
  const { heldUntil, transactionId } = order;
  return [
    ['Name', order.name || texts.anonymous],
    ['Email', <Address key="email" email={order.email} />],
    ['Deliver to', order.address],
    ['Phone', order.phone],
    ['Price per piece', formatDollars(order.price)],
    ...shippedFact(order),
    ...(heldUntil === null
      ? []
      : [['Pieces', <HeldInShort key="held" until={heldUntil} />] as const]),
    ...(transactionId === null ? [] : [['Transaction id', transactionId] as const]),
    ['Order id', order._id],
  ];
}
