import { useState } from 'react';
import { Link } from 'react-router';
import { formatDollars } from '#contract/money.ts';
import { orderCan, orderStatus } from '#contract/order-rules.ts';
import type { Order } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import { paths } from '#web/paths.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { toastDetails } from '#web/ui/toasts.tsx';

const tones: Record<ReturnType<typeof orderStatus>, Tone> = { Unpaid: 'waiting', Pending: 'neutral', Shipped: 'good' };

/** Why a step on one order was refused; stands in that order's row. */
export interface OrderNote {
  readonly orderId: string;
  readonly text: string;
}

/** A customer's orders (Spec §2: My Orders); `orderCan` decides which buttons a row has. */
export function OrdersTable(props: OrdersTableProps) {
  return <Table label={props.label} rows={props.orders} keyOf={(order) => order._id} columns={columnsOf(props)} />;
}

interface OrdersTableProps {
  readonly label: string;
  readonly orders: readonly Order[];
  readonly note: OrderNote | undefined;
  readonly onCancel: (order: Order) => void;
}

function columnsOf({ note, onCancel }: OrdersTableProps): Column<Order>[] {
  const noteOn = (order: Order) => (note?.orderId === order._id ? note.text : undefined);
  return [
    { head: 'Product name', cell: (order) => <Product order={order} /> },
    { head: 'Quantity', numeric: true, cell: (order) => order.quantity },
    { head: 'Total price', numeric: true, cell: (order) => <strong className="text-base font-bold">{formatDollars(order.total)}</strong> },
    { head: 'Status', cell: (order) => <Badge tone={tones[orderStatus(order)]}>{orderStatus(order)}</Badge> },
    { head: 'Action', cell: (order) => <Actions order={order} onCancel={onCancel} note={noteOn(order)} /> },
  ];
}

function Actions(props: { readonly order: Order; readonly note: string | undefined; readonly onCancel: (order: Order) => void }) {
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
      {/* Always there, so that the reason is read out when it comes. */}
      <p role="status" className="text-error text-sm font-medium [&:not(:empty)]:mt-2">
        {props.note}
      </p>
    </div>
  );
}

/** The part, and behind its date whatever a toast tells: the transaction id stays within reach on the page. */
function Product({ order }: { readonly order: Order }) {
  const [open, setOpen] = useState(false);
  const id = `order-${order._id}`;
  return (
    <div className="flex min-w-0 items-start gap-3 text-start max-md:flex-row-reverse max-md:text-end">
      <span className="bg-tile size-12 flex-none overflow-hidden rounded-sm max-[24rem]:hidden">
        <img src={order.image} alt="" width={48} height={48} loading="lazy" className="size-full object-cover mix-blend-multiply" />
      </span>
      <div className="min-w-0">
        <Link to={paths.purchase(order.productId)} className="font-semibold break-words hover:underline">
          {order.productName}
        </Link>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="quiet figures flex min-h-8 items-center gap-1.5 text-sm whitespace-nowrap max-md:ms-auto hover:underline"
        >
          <span>
            <span className="max-md:sr-only">Ordered </span>
            {dateOf(order.createdAt)}
          </span>
          <span aria-hidden="true" className={`text-xs ${open ? 'rotate-180' : ''}`}>
            ▾
          </span>
        </button>
        <div id={id} hidden={!open}>
          {open && <MoreOf order={order} />}
        </div>
      </div>
    </div>
  );
}

function MoreOf({ order }: { readonly order: Order }) {
  const facts: readonly (readonly [string, string])[] = [
    ['Price per piece', formatDollars(order.price)],
    ['Deliver to', order.address],
    ['Phone', order.phone],
    ...(order.transactionId === null ? [] : [['Transaction id', order.transactionId] as const]),
    ['Order number', order._id],
  ];
  return (
    <dl className="figures mt-1 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="py-0.5">
          <dt className="quiet inline">{`${name}: `}</dt>
          <dd className="inline break-words whitespace-pre-line [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function dateOf(moment: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(new Date(moment));
}
