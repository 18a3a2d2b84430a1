import {
  useLoaderData,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
} from 'react-router';
import { orderNumber } from '#contract/order-rules.ts';
import type { Order } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import { useDashboardUser } from '#web/dashboard/dashboard-user.ts';
import { privateMeta } from '#web/meta.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { PageTitle } from '#web/ui/page.tsx';
import { Empty } from '#web/ui/states.tsx';
import { useStep } from '#web/ui/use-step.ts';
import { cancelOrder } from './cancel-order.ts';
import { OrdersTable } from './orders-table.tsx';
import { loadOwnOrders, OwnOrders } from './own-orders.tsx';

export const meta = () => privateMeta(texts.myOrders);

export const clientLoader = (args: ClientLoaderFunctionArgs) => loadOwnOrders(args);

/** Cancels an order; the list is then reloaded even after a refusal, because its row was out of date. */
export async function clientAction({ request }: ClientActionFunctionArgs) {
  const orderId = (await request.formData()).get('orderId');
  return cancelOrder(String(orderId));
}

/** A customer's orders (Spec §2: My Orders). */
export default function MyOrdersPage() {
  const { orders } = useLoaderData<typeof clientLoader>();
  const user = useDashboardUser();
  const title = `${user.name}'s Orders`;
  const cancelling = useStep<Order>((order) => ({ orderId: order._id }));
  const asked = cancelling.asked;
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <OwnOrders orders={orders} none={<NoOrders />} noMore="There are no older orders.">
        {(rows) => (
          <OrdersTable
            label={title}
            orders={rows}
            note={cancelling.note}
            onCancel={cancelling.ask}
          />
        )}
      </OwnOrders>
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

function NoOrders() {
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
