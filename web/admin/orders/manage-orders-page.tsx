import { useLoaderData, useLocation, type ClientActionFunctionArgs } from 'react-router';
import { formatDollars } from '#contract/money.ts';
import { orderNumber } from '#contract/order-rules.ts';
import { AllOrdersQuery, type Order } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import { page } from '#web/api/call.ts';
import { AdminList } from '#web/admin/list/admin-list.tsx';
import { ListForm, type Choice } from '#web/admin/list/list-form.tsx';
import type { StepOutcome } from '#web/ui/step-note.tsx';
import { unlessForbidden, useStep } from '#web/ui/use-step.ts';
import { listLoader } from '#web/admin/list/list-loader.ts';
import { privateMeta } from '#web/meta.ts';
import { cancelOrder } from '#web/orders/cancel-order.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { PageTitle } from '#web/ui/page.tsx';
import { AllOrdersTable, type AskedOrder } from './all-orders-table.tsx';
import { ConfirmRelease, ReleaseListed } from './release-listed.tsx';
import { releaseOrders } from './release-orders.ts';
import { shipOrder, shipQuestion, shipTitle } from '#web/orders/ship-order.ts';
import { unknownStep } from '#web/ui/unknown-step.ts';

const choices: readonly Choice[] = [
  {
    name: 'state',
    label: 'Status',
    usual: 'All',
    options: {
      unpaid: 'Unpaid',
      pending: texts.pending,
      shipped: texts.completed,
      refunded: 'Refunded',
      'never-paid': 'Never paid',
    },
  },
  {
    name: 'sort',
    label: 'Sort by',
    usual: 'Newest first',
    options: { oldest: 'Oldest first', '-total': 'Highest total', total: 'Lowest total' },
  },
];
const words = {
  rows: 'orders',
  none: 'No orders have been placed yet.',
  nothing: 'No order fits this search.',
};

export const meta = () => privateMeta(texts.manageOrders);

export const clientLoader = listLoader(AllOrdersQuery, (query) => page('listAllOrders', { query }));

export async function clientAction({ request }: ClientActionFunctionArgs): Promise<StepOutcome> {
  const form = await request.formData();
  switch (form.get('step')) {
    case 'release':
      return releaseOrders(String(form.get('orderIds')).split(','));
    case 'ship':
      return shipOrder(String(form.get('orderId')));
    case 'cancel':
      return cancelOrder(String(form.get('orderId')));
    default:
      return unknownStep(form);
  }
}

export const shouldRevalidate = unlessForbidden;

/** Everybody's orders: shipped when they are paid, cancelled when they are not (Spec §2: Manage Orders). */
export default function ManageOrdersPage() {
  const { list } = useLoaderData<typeof clientLoader>();
  const step = useStep<AskedOrder>((asked) => ({ step: asked.step, orderId: asked.order._id }));
  const release = useStep<readonly Order[]>((orders) => ({
    step: 'release',
    orderIds: orders.map(({ _id }) => _id).join(','),
  }));
  const canRelease = new URLSearchParams(useLocation().search).get('state') === 'never-paid';
  const ships = step.asked?.step === 'ship';
  return (
    <>
      <PageTitle>{texts.manageOrders}</PageTitle>
      <p className="quiet mt-1 mb-6 text-sm">
        {`'${texts.approve}' means that it is shipped: you then read '${texts.completed}', its customer 'Shipped'.`}
      </p>
      <ListForm searchLabel="Product, customer, order id" choices={choices} />
      <AdminList
        page={list}
        words={words}
        keyOf={({ _id }: Order) => _id}
        note={step.note ?? release.note}
      >
        {(rows) => (
          <>
            {canRelease && <ReleaseListed orders={rows} step={release} />}
            <AllOrdersTable orders={rows} note={step.note} onAsk={step.ask} />
          </>
        )}
      </AdminList>
      <ConfirmRelease step={release} />
      <Confirm
        open={step.asked !== undefined}
        title={ships ? shipTitle : texts.confirmCancelTitle}
        question={ships ? shipQuestion(step.asked.order) : texts.confirmCancelQuestion}
        about={step.asked?.step === 'cancel' ? aboutOf(step.asked.order) : undefined}
        pending={step.pending}
        yes={ships ? 'signal' : 'danger'}
        onYes={step.yes}
        onNo={step.no}
      />
    </>
  );
}

function aboutOf({ _id, quantity, productName, total, name, email }: Order): string {
  return `${orderNumber(_id)}: ${quantity} × ${productName} for ${formatDollars(total)}, ${name || email}`;
}
