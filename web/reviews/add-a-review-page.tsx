import { useLoaderData, useLocation, type ClientLoaderFunctionArgs } from 'react-router';
import { formatDollars } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import { privateMeta } from '#web/meta.ts';
import { loadOwnOrders, OwnOrders } from '#web/orders/own-orders.tsx';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/page.tsx';
import { firstRowOf } from '#web/ui/paging.tsx';
import { Empty } from '#web/ui/states.tsx';
import { Table, type Column } from '#web/ui/table.tsx';

export const meta = () => privateMeta(texts.addAReview);

export const clientLoader = (args: ClientLoaderFunctionArgs) =>
  loadOwnOrders(args, { paid: 'true' });

/** The list of paid orders, which can be reviewed (Spec §2: Add A Review list). */
export default function AddAReviewPage() {
  const { orders } = useLoaderData<typeof clientLoader>();
  const { search } = useLocation();
  return (
    <>
      <PageTitle>{texts.addAReview}</PageTitle>
      <OwnOrders
        orders={orders}
        none={
          <Empty action={<ButtonLink to={paths.myOrders}>{texts.myOrders}</ButtonLink>}>
            You can review a part once its order is paid. There is none yet.
          </Empty>
        }
        noMore="There are no further paid orders."
      >
        {(rows) => <PaidOrders orders={rows} from={firstRowOf(search)} />}
      </OwnOrders>
    </>
  );
}

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
    cell: ({ _id, productName }) => (
      <ButtonLink small look="signal" className="whitespace-nowrap" to={paths.review(_id)}>
        {texts.addAReview}
        <span className="sr-only">{`: ${productName}`}</span>
      </ButtonLink>
    ),
  },
];

function PaidOrders({ orders, from }: { orders: readonly Order[]; from: number }) {
  const rows = orders.map((order, index) => ({ ...order, index: from + index }));
  return <Table label="Paid orders" rows={rows} keyOf={({ _id }) => _id} columns={columns} />;
}
