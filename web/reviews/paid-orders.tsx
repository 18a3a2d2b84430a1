import { formatDollars } from '#contract/money.ts';
import { orderCan } from '#contract/order-rules.ts';
import type { Order } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import { OrderBadge } from '#web/orders/order-badge.tsx';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Table, type Column } from '#web/ui/table.tsx';

const columns: readonly Column<Order & { readonly index: number }>[] = [
  { head: 'No.', cell: ({ index }) => <span className="quiet figures">{index}</span> },
  {
    head: 'Product name',
    cell: ({ productName }) => (
      <span className="font-semibold [overflow-wrap:anywhere]">{productName}</span>
    ),
  },
  {
    head: 'Price',
    numeric: true,
    cell: ({ price }) => <strong className="font-semibold">{formatDollars(price)}</strong>,
  },
  {
    head: 'Transaction id',
    cell: ({ transactionId }) => (
      <span className="quiet figures text-sm break-all">{transactionId}</span>
    ),
  },
  {
    head: 'Action',
    cell: (order) =>
      orderCan.review(order) ? (
        <Review order={order} />
      ) : (
        <OrderBadge order={order} reader="customer" />
      ),
  },
];

/** The paid orders of a customer, of which each can be reviewed unless it was wholly refunded (Spec §2: Add A Review list). */
export function PaidOrders({ orders, from }: { orders: readonly Order[]; from: number }) {
  const rows = orders.map((order, index) => ({ ...order, index: from + index }));
  return <Table label="Paid orders" rows={rows} keyOf={({ _id }) => _id} columns={columns} />;
}

function Review({ order: { _id, productName } }: { order: Order }) {
  return (
    <ButtonLink small look="signal" className="whitespace-nowrap" to={paths.review(_id)}>
      {texts.addAReview}
      <span className="sr-only">{`: ${productName}`}</span>
    </ButtonLink>
  );
}
