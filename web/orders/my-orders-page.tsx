import {
  useLoaderData,
  useLocation,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
} from 'react-router';
import { orderNumber } from '#contract/order-rules.ts';
import type { Order } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import { useStep } from '#web/ui/use-step.ts';
import { page } from '#web/api/call.ts';
import { defer } from '#web/api/defer.ts';
import { useDashboardUser } from '#web/dashboard/dashboard-user.ts';
import { privateMeta } from '#web/meta.ts';
import { paths } from '#web/paths.ts';
import { sessionContext } from '#web/session/require-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { PageTitle } from '#web/ui/page.tsx';
import { Paging } from '#web/ui/paging.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Empty, Failed } from '#web/ui/states.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { cancelOrder } from './cancel-order.ts';
import { OrdersTable } from './orders-table.tsx';

const ordersPerPage = 20;

export const meta = () => privateMeta(texts.myOrders);

export async function clientLoader({ request, context }: ClientLoaderFunctionArgs) {
  const { email } = context.get(sessionContext);
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined;
  return defer(
    {
      orders: page('listOrders', {
        query: { email, limit: ordersPerPage, ...(cursor !== undefined && { cursor }) },
      }),
    },
    50,
  );
}

/** Cancels; whatever came of it, the list is then loaded again, so that a stale row is refreshed. */
export async function clientAction({ request }: ClientActionFunctionArgs) {
  const orderId = (await request.formData()).get('orderId');
  return cancelOrder(String(orderId));
}

/** A customer's orders (Spec §2: My Orders). */
export default function MyOrdersPage() {
  const { orders } = useLoaderData<typeof clientLoader>();
  const { search } = useLocation();
  const user = useDashboardUser();
  const title = `${user.name}'s Orders`;
  const cancelling = useStep<Order>((order) => ({ orderId: order._id }));
  const asked = cancelling.asked;
  return (
    <>
      <PageTitle>{title}</PageTitle>
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
                <NoOrders later={search !== ''} />
              ) : (
                <OrdersTable
                  label={title}
                  orders={rows}
                  note={cancelling.note}
                  onCancel={cancelling.ask}
                />
              )}
              <Paging label="Pages of orders" rows={rows.length} next={next} />
            </>
          )}
        </WhenLoaded>
      </div>
      <Confirm
        open={asked !== undefined}
        title={texts.confirmCancelTitle}
        question={texts.confirmCancelQuestion}
        about={asked && `${asked.productName}, order ${orderNumber(asked._id)}`}
        pending={cancelling.pending}
        onYes={cancelling.yes}
        onNo={cancelling.no}
      />
    </>
  );
}

function NoOrders({ later }: { later: boolean }) {
  if (later) return <Empty>There are no older orders.</Empty>;
  return (
    <Empty
      action={
        <ButtonLink to={paths.parts} look="signal">
          {texts.orderNow}
        </ButtonLink>
      }
    >
      {texts.noOrders}
    </Empty>
  );
}
