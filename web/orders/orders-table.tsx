import { formatDollars } from '#contract/money.ts';
import { orderCan } from '#contract/order-rules.ts';
import type { Order } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import { StepNoteLine, type StepNote } from '#web/ui/step-note.tsx';
import { paths } from '#web/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { toastDetails } from '#web/ui/toasts.tsx';
import { OrderBadge } from './order-badge.tsx';
import { OrderedPart, type Fact } from './ordered-part.tsx';

interface CancelProps {
  /** Why the last cancel was refused; shown in its order's row. */
  note: StepNote | undefined;
  onCancel: (order: Order) => void;
}

/** A customer's orders (Spec §2: My Orders); `orderCan` decides which buttons a row has. */
export function OrdersTable(props: CancelProps & { label: string; orders: readonly Order[] }) {
  const { label, orders, ...cancel } = props;
  const columns = columnsOf(cancel);
  return <Table label={label} rows={orders} keyOf={({ _id }) => _id} columns={columns} />;
}

function columnsOf(cancel: CancelProps): Column<Order>[] {
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
      cell: (order) => <OrderBadge order={order} reader="customer" />,
    },
    { head: 'Action', cell: (order) => <Actions order={order} {...cancel} /> },
  ];
}

function Actions({ order, note, onCancel }: CancelProps & { order: Order }) {
  const { transactionId } = order;
  return (
    <div>
      <div className="flex gap-2 max-md:flex-wrap max-md:justify-end">
        {orderCan.pay(order) && (
          <ButtonLink small look="signal" to={paths.payment(order._id)}>
            {texts.pay}
          </ButtonLink>
        )}
        {orderCan.cancel(order) && (
          <Button small onClick={() => onCancel(order)}>
            {texts.cancel}
          </Button>
        )}
        {transactionId !== null && (
          <Button small onClick={() => toastDetails(`Transaction id: ${transactionId}`)}>
            {texts.details}
          </Button>
        )}
      </div>
      <StepNoteLine note={note} rowId={order._id} />
    </div>
  );
}

/** The details of an order. The transaction id is among them, because the toast that shows it disappears. */
function factsOf(order: Order): readonly Fact[] {
  return [
    ['Price per piece', formatDollars(order.price)],
    ['Deliver to', order.address],
    ['Phone', order.phone],
    ...(order.transactionId === null ? [] : [['Transaction id', order.transactionId] as const]),
    ['Order id', order._id],
  ];
}
