import {
  useLoaderData,
  useLocation,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
} from 'react-router';
import type { MyOrder } from '#contract/my-orders.ts';
import { orderNumber } from '#contract/order-rules.ts';
import type { Order } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import { AdminList } from '#web/admin/list/admin-list.tsx';
import { dayLabels, inMoments } from '#web/admin/list/days.ts';
import type { Choice } from '#web/admin/list/list-form.tsx';
import { pageLength } from '#web/admin/list/page-length.ts';
import { page } from '#web/api/call.ts';
import { defer } from '#web/api/defer.ts';
import { useDashboardUser } from '#web/dashboard/dashboard-user.ts';
import { privateMeta } from '#web/meta.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { useLatestNote } from '#web/ui/latest-note.ts';
import { Empty } from '#web/ui/states.tsx';
import { useArrived } from '#web/ui/use-arrived.ts';
import { useStep } from '#web/ui/use-step.ts';
import { openChooser } from '#web/vehicle/open-chooser.ts';
import { cancelList, cancelOfList, ConfirmCancelList } from './cancel-list.tsx';
import { cancelOrder } from './cancel-order.ts';
import { myOrdersWanted } from './my-orders-wanted.ts';
import { MyOrdersTable } from './my-orders-table.tsx';
import { useFittingFirst } from '#web/vehicle/use-fitting-first.ts';

const choices: readonly Choice[] = [
  {
    name: 'state',
    label: 'Status',
    usual: 'All',
    options: {
      unpaid: 'Unpaid',
      pending: texts.pending,
      shipped: 'Shipped',
      refunded: 'Refunded',
      cancelled: 'Cancelled',
    },
  },
];
const words = { row: 'order', rows: 'orders', none: texts.noOrders };

export const meta = () => privateMeta(texts.myOrders);

/** A page of one's own orders, as the address asks. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { cursor, ...wanted } = inMoments(myOrdersWanted(request.url));
  const query = { ...wanted, limit: pageLength, ...(cursor !== undefined && { cursor }) };
  const list = page('listMyOrders', { query });
  return { ...(await defer({ list }, 50)), wanted };
}

/** Cancels an order, or the unpaid lines of a list; the list is then reloaded even after a refusal, because its row was out of date. */
export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  if (form.get('step') === 'cancel-list') return cancelList(String(form.get('batchId')));
  return cancelOrder(String(form.get('orderId')));
}

/** A customer's orders (Spec §2: My Orders). */
export default function MyOrdersPage() {
  const { list, wanted } = useLoaderData<typeof clientLoader>();
  const user = useDashboardUser();
  const { search } = useLocation();
  const title = `${user.name}'s Orders`;
  const cancelling = useStep<Order>((order) => ({ orderId: order._id }));
  const asked = cancelling.asked;
  const cancellingList = useStep(cancelOfList);
  const note = useLatestNote(cancelling, cancellingList);
  const hasNone = useArrived(list)?.rows.length === 0 && search === '';
  return (
    <>
      <AdminList<MyOrder>
        title={title}
        words={words}
        loaded={{ list, count: { ok: true, value: undefined }, wanted }}
        form={
          hasNone
            ? undefined
            : {
                searchLabel: 'Part, number, order, PO number',
                choices,
                days: dayLabels,
                onVin: openChooser,
              }
        }
        file={hasNone ? undefined : 'exportMyOrders'}
        none={<NoOrders />}
        keyOf={({ _id }) => _id}
      >
        {(rows) => (
          <MyOrdersTable
            label={title}
            orders={rows}
            wanted={wanted}
            note={note}
            onCancel={cancelling.ask}
            onCancelList={cancellingList.ask}
          />
        )}
      </AdminList>
      <Confirm
        open={asked !== undefined}
        title={texts.confirmCancelTitle}
        question={texts.confirmCancelQuestion}
        about={asked && `${asked.productName}, order ${orderNumber(asked._id)}`}
        pending={cancelling.pending}
        onYes={cancelling.yes}
        onNo={cancelling.no}
      />
      <ConfirmCancelList step={cancellingList} />
    </>
  );
}

function NoOrders() {
  const fittingFirst = useFittingFirst();
  return (
    <Empty
      action={
        <ButtonLink to={fittingFirst(paths.parts)} look="signal">
          {texts.orderNow}
        </ButtonLink>
      }
    >
      {texts.noOrders}
    </Empty>
  );
}
