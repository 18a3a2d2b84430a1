import { useLoaderData, useLocation, type ClientLoaderFunctionArgs } from 'react-router';
import { formatDollars } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import { page } from '#web/api/call.ts';
import { defer } from '#web/api/defer.ts';
import { privateMeta } from '#web/meta.ts';
import { paths } from '#web/paths.ts';
import { sessionContext } from '#web/session/require-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/page.tsx';
import { firstRowOf, Paging } from '#web/ui/paging.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Empty, Failed } from '#web/ui/states.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';

const ordersPerPage = 20;

export const meta = () => privateMeta(texts.addAReview);

export async function clientLoader({ request, context }: ClientLoaderFunctionArgs) {
  const { email } = context.get(sessionContext);
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined;
  const query = {
    email,
    paid: 'true',
    limit: ordersPerPage,
    ...(cursor !== undefined && { cursor }),
  } as const;
  return defer({ orders: page('listOrders', { query }) }, 50);
}

/** The orders one may review: the paid ones (Spec §2: Add A Review list). */
export default function AddAReviewPage() {
  const { orders } = useLoaderData<typeof clientLoader>();
  const { search } = useLocation();
  return (
    <>
      <PageTitle>{texts.addAReview}</PageTitle>
      <div className="mt-6">
        <WhenLoaded
          key={search}
          data={orders}
          waiting={<SkeletonRows />}
          failed={<Failed>Your orders are not available right now.</Failed>}
        >
          {({ rows, next }) => (
            <>
              {rows.length === 0 ? (
                <NothingToReview later={search !== ''} />
              ) : (
                <PaidOrders orders={rows} from={firstRowOf(search)} />
              )}
              <Paging label="Pages of orders" rows={rows.length} next={next} />
            </>
          )}
        </WhenLoaded>
      </div>
    </>
  );
}

function NothingToReview({ later }: { later: boolean }) {
  if (later) return <Empty>There are no further paid orders.</Empty>;
  return (
    <Empty action={<ButtonLink to={paths.myOrders}>{texts.myOrders}</ButtonLink>}>
      You can review a part once its order is paid. There is none yet.
    </Empty>
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
