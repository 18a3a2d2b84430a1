import { formatDollars } from '#contract/money.ts';
import { orderCan } from '#contract/order-rules.ts';
import type { Order } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import { StepNoteLine, type StepNote } from '#web/ui/step-note.tsx';
import { OrderedPart, type Fact } from '#web/orders/ordered-part.tsx';
import { paths } from '#web/paths.ts';
import { Address } from '#web/ui/address.tsx';
import { Button } from '#web/ui/button.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { OrderBadge } from '#web/orders/order-badge.tsx';

/** What an admin may do with an order here. */
export interface AskedOrder {
  readonly step: 'ship' | 'cancel';
  readonly order: Order;
}

interface AllOrdersTableProps {
  orders: readonly Order[];
  note: StepNote | undefined;
  onAsk: (asked: AskedOrder) => void;
}

/** Everybody's orders (Spec §2: Manage Orders); `orderCan` decides which buttons a row has. */
export function AllOrdersTable(props: AllOrdersTableProps) {
  return (
    <Table
      label={texts.manageOrders}
      rows={props.orders}
      keyOf={({ _id }) => _id}
      columns={columnsOf(props)}
    />
  );
}

function columnsOf({ note, onAsk }: AllOrdersTableProps): Column<Order>[] {
  return [
    {
      head: 'Product',
      lead: true,
      cell: (order) => (
        <OrderedPart
          order={order}
          by={order.name || order.email}
          to={paths.manageProduct(order.productId)}
          facts={factsOf(order)}
        />
      ),
    },
    { head: 'Quantity', numeric: true, cell: (order) => order.quantity },
    {
      head: 'Total',
      numeric: true,
      cell: (order) => (
        <strong className="text-base font-semibold">{formatDollars(order.total)}</strong>
      ),
    },
    {
      head: 'Status',
      cell: (order) => <OrderBadge order={order} reader="admin" />,
    },
    {
      head: 'Action',
      cell: (order) => (
        <div>
          <Actions order={order} onAsk={onAsk} />
          <StepNoteLine note={note} rowId={order._id} />
        </div>
      ),
    },
  ];
}

function Actions({ order, onAsk }: { order: Order; onAsk: AllOrdersTableProps['onAsk'] }) {
  const about = <span className="sr-only">{`: ${order.quantity} × ${order.productName}`}</span>;
  if (orderCan.ship(order))
    return (
      <Button small look="signal" onClick={() => onAsk({ step: 'ship', order })}>
        {texts.approve}
        {about}
      </Button>
    );
  if (orderCan.cancel(order))
    return (
      <Button small onClick={() => onAsk({ step: 'cancel', order })}>
        {texts.cancel}
        {about}
      </Button>
    );
  return <span className="quiet">None</span>;
}

/** What it takes to ship the order, or to ask its customer something. */
function factsOf(order: Order): readonly Fact[] {
  return [
    ['Name', order.name || texts.anonymous],
    ['Email', <Address key="email" email={order.email} />],
    ['Deliver to', order.address],
    ['Phone', order.phone],
    ['Price per piece', formatDollars(order.price)],
    ...(order.transactionId === null ? [] : [['Transaction id', order.transactionId] as const]),
    ['Order id', order._id],
  ];
}
