import { centsOf, dollarsOf, formatDollars } from '#contract/money.ts';
import { orderCan } from '#contract/order-rules.ts';
import type { Order } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import { StepNoteLine, type StepNote } from '#web/ui/step-note.tsx';
import { OrderAgain } from '#web/order-again/order-again.tsx';
import { paths } from '#web/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { RowBox, useSelection, type Selection } from '#web/ui/selection.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { toastDetails } from '#web/ui/toasts.tsx';
import { OrderBadge } from './order-badge.tsx';
import { OrderedPart, type Fact } from './ordered-part.tsx';
import { shippedFact } from './shipped-fact.ts';

interface CancelProps {
  /** Why the last cancel was refused; shown in its order's row. */
  note: StepNote | undefined;
  onCancel: (order: Order) => void;
}

/** A customer's orders (Spec §2: My Orders); `orderCan` decides which buttons a row has. Several unpaid ones can be paid at once. */
export function OrdersTable(props: CancelProps & { label: string; orders: readonly Order[] }) {
  const { label, orders, ...cancel } = props;
  const unpaid = orders.filter((order) => orderCan.pay(order));
  const selection = useSelection(unpaid, keyOf, ({ productName }) => productName);
  const columns = columnsOf(cancel, unpaid.length > 1 ? selection : undefined);
  return (
    <>
      <Table label={label} rows={orders} keyOf={keyOf} columns={columns} />
      <PayBar selection={selection} />
    </>
  );
}

const keyOf = ({ _id }: Order): string => _id;

/** What the chosen orders come to, and the way to pay them in one payment. */
function PayBar({ selection: { chosen, clear } }: { selection: Selection<Order> }) {
  if (chosen.length === 0) return null;
  const total = formatDollars(dollarsOf(chosen.reduce((sum, one) => sum + centsOf(one.total), 0)));
  return (
    <div
      role="region"
      aria-label="Chosen orders"
      className="rounded-box border-base-300 bg-base-100 figures sticky bottom-3 z-10 mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 border px-4 py-3 shadow-lg"
    >
      <p className="grow basis-48">
        <strong className="font-semibold">{`${chosen.length} selected: ${total}`}</strong>
        <span className="quiet text-sm max-sm:block sm:ms-3">one payment</span>
      </p>
      <Button look="quiet" small onClick={clear}>
        Clear
      </Button>
      <ButtonLink look="signal" to={paths.payTogether({ orders: chosen.map(keyOf) })}>
        {`${texts.pay} ${total}`}
      </ButtonLink>
    </div>
  );
}

function columnsOf(cancel: CancelProps, selection: Selection<Order> | undefined): Column<Order>[] {
  return [
    ...(selection === undefined ? [] : [boxColumn(selection)]),
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

/** Boxes of those that can be paid. */
function boxColumn(selection: Selection<Order>): Column<Order> {
  return {
    head: 'Select',
    cell: (order) => orderCan.pay(order) && <RowBox selection={selection} row={order} />,
  };
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
        <OrderAgain order={order} short small look="quiet" />
      </div>
      <StepNoteLine note={note} rowId={order._id} />
    </div>
  );
}

/** The details of an order. The transaction id is among them, because the toast that shows it disappears. */
function factsOf(order: Order): readonly Fact[] {
  return [
    ['Price per piece', formatDollars(order.price)],
    ...shippedFact(order),
    ['Deliver to', order.address],
    ['Phone', order.phone],
    ...(order.transactionId === null ? [] : [['Transaction id', order.transactionId] as const]),
    ['Order id', order._id],
  ];
}
