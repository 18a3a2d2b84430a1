import { formatDollars } from '#contract/money.ts';
import { orderCan, orderStatus } from '#contract/order-rules.ts';
import type { Order } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import { StepNoteLine, type StepNote } from '#web/ui/step-note.tsx';
import { paths } from '#web/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { toastDetails } from '#web/ui/toasts.tsx';
import { OrderedPart, type Fact } from './ordered-part.tsx';
import { statusTone } from './status-tone.ts';

/** A customer's orders (Spec §2: My Orders); `orderCan` decides which buttons a row has. */
export function OrdersTable(props: OrdersTableProps) {
  return (
    <Table
      label={props.label}
      rows={props.orders}
      keyOf={(order) => order._id}
      columns={columnsOf(props)}
    />
  );
}

interface OrdersTableProps {
  label: string;
  orders: readonly Order[];
  /** Why the last cancel was refused; stands in its order's row. */
  note: StepNote | undefined;
  onCancel: (order: Order) => void;
}

function columnsOf({ note, onCancel }: OrdersTableProps): Column<Order>[] {
  return [
    {
      head: 'Product name',
      lead: true,
      cell: (order) => (
        <OrderedPart order={order} to={paths.purchase(order.productId)} facts={factsOf(order)} />
      ),
    },
    { head: 'Quantity', numeric: true, cell: (order) => order.quantity },
    {
      head: 'Total price',
      numeric: true,
      cell: (order) => (
        <strong className="text-base font-semibold">{formatDollars(order.total)}</strong>
      ),
    },
    {
      head: 'Status',
      cell: (order) => <Badge tone={statusTone(order)}>{orderStatus(order)}</Badge>,
    },
    { head: 'Action', cell: (order) => <Actions order={order} onCancel={onCancel} note={note} /> },
  ];
}

function Actions(props: {
  order: Order;
  note: StepNote | undefined;
  onCancel: (order: Order) => void;
}) {
  const { order } = props;
  const transactionId = order.transactionId;
  return (
    <div>
      <div className="flex gap-2 max-md:flex-wrap max-md:justify-end">
        {orderCan.pay(order) && (
          <ButtonLink small look="signal" to={paths.payment(order._id)}>
            {texts.pay}
          </ButtonLink>
        )}
        {orderCan.cancel(order) && (
          <Button small onClick={() => props.onCancel(order)}>
            {texts.cancel}
          </Button>
        )}
        {transactionId !== null && (
          <Button small onClick={() => toastDetails(`Transaction id: ${transactionId}`)}>
            {texts.details}
          </Button>
        )}
      </div>
      <StepNoteLine note={props.note} rowId={order._id} />
    </div>
  );
}

/** Behind the order's date stands whatever a toast tells: the transaction id stays within reach on the page. */
function factsOf(order: Order): readonly Fact[] {
  return [
    ['Price per piece', formatDollars(order.price)],
    ['Deliver to', order.address],
    ['Phone', order.phone],
    ...(order.transactionId === null ? [] : [['Transaction id', order.transactionId] as const]),
    ['Order id', order._id],
  ];
}
