import {
  useLoaderData,
  useParams,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
} from 'react-router';
import type { DocumentLink } from '#contract/documents.ts';
import { orderCan } from '#contract/order-rules.ts';
import type { OrderHistory } from '#contract/orders.ts';
import type { OrderReturns as Returns } from '#contract/returns.ts';
import { texts } from '#contract/texts.ts';
import { noneIfMissing } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { defer, type Deferred } from '#web/api/defer.ts';
import { hasAdminPower } from '#web/admin/require-admin.ts';
import { unreadable } from '#web/ui/file-faults.ts';
import { unlessForbidden } from '#web/ui/use-step.ts';
import { DocumentLinks } from '#web/documents/document-links.tsx';
import { AdminSteps } from './admin-steps.tsx';
import { refundOrder, typedRefund } from './refund-order.ts';
import { shipOrder, typedShipment } from './ship-order.ts';
import { useDashboardUser } from '#web/dashboard/dashboard-user.ts';
import { privateMeta } from '#web/meta.ts';
import { BatchAgain, OrderAgain } from '#web/order-again/order-again.tsx';
import { paths } from '#web/paths.ts';
import { OrderReturns } from '#web/returns/order-returns.tsx';
import {
  addPictures,
  askReturn,
  picturesIn,
  typedReturn,
  withdrawReturn,
  type ReturnOutcome,
} from '#web/returns/return-steps.ts';
import { SaveOrdered } from '#web/saved-lists/save-ordered.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { PageTitle, Panel } from '#web/ui/page.tsx';
import { Empty, Failed } from '#web/ui/states.tsx';
import { alsoInToast } from '#web/ui/take-step.ts';
import { typedText } from '#web/ui/typed-text.ts';
import { unknownStep } from '#web/ui/unknown-step.ts';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { cancelOrder } from './cancel-order.ts';
import { OrderFacts } from './order-facts.tsx';
import { OrderNow } from './order-now.tsx';
import { OrderBadge } from './order-badge.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { PayLink } from './pay-link.tsx';
import { renewPayLink } from './renew-pay-link.ts';
import { Shipments } from './shipments.tsx';
import { UnpaidSteps } from './unpaid-steps.tsx';

export const meta = () => privateMeta('Order');

export async function clientLoader({ params }: ClientLoaderFunctionArgs) {
  const id = params['id'] ?? '';
  return defer(
    {
      history: call('getOrderHistory', { params: { id } }).catch(noneIfMissing),
      documents: call('listOrderDocuments', { params: { id } }),
      returns: call('listOrderReturns', { params: { id } }).catch(noneIfMissing),
    },
    50,
  );
}

/** The order is reloaded afterwards even if a step was refused, because the page was out of date. */
export async function clientAction({
  request,
  params,
}: ClientActionFunctionArgs): Promise<ReturnOutcome> {
  // Reading the form reads its pictures, too, and only these can fail.
  const form = await request.formData().catch(() => undefined);
  if (form === undefined) return { kind: 'invalid', errors: { pictures: unreadable } };
  const id = params['id'] ?? '';
  const text = (field: string) => typedText(form, field);
  const sent = { idempotencyKey: text('key'), before: Number(text('before')) };
  switch (form.get('step')) {
    case 'ship':
      return alsoInToast(await shipOrder(id, typedShipment(form), sent));
    case 'refund':
      return alsoInToast(await refundOrder(id, typedRefund(form), sent));
    case 'renew-link':
      return renewPayLink(id, text('key'));
    case 'return':
      return askReturn(id, typedReturn(form), text('key'));
    case 'return-pictures':
      return addPictures(text('return'), picturesIn(form));
    case 'withdraw-return':
      return withdrawReturn(text('return'));
    case 'cancel':
      return cancelOrder(id);
    default:
      return unknownStep(form);
  }
}

export const shouldRevalidate = unlessForbidden;

/** One order: its history, its facts and its documents; for its customer and for admins. */
export default function OrderPage() {
  const { history, documents, returns } = useLoaderData<typeof clientLoader>();
  const { id } = useParams();
  return (
    <WhenLoaded key={id} data={history} failed={<NotLoaded />}>
      {(found) =>
        found ? (
          <TheOrder key={found.order._id} history={found} documents={documents} returns={returns} />
        ) : (
          <NoOrder />
        )
      }
    </WhenLoaded>
  );
}

function NotLoaded() {
  return (
    <>
      <PageTitle className="mb-6">Order</PageTitle>
      <Failed>This order is not available right now.</Failed>
    </>
  );
}

function NoOrder() {
  const { role } = useDashboardUser();
  return (
    <>
      <PageTitle className="mb-6">Order</PageTitle>
      <Empty
        action={
          <ButtonLink to={role ? paths.manageOrders : paths.myOrders}>Show all orders</ButtonLink>
        }
      >
        There is no such order.
      </Empty>
    </>
  );
}

function TheOrder({
  history,
  documents,
  returns,
}: {
  history: OrderHistory;
  documents: Deferred<readonly DocumentLink[]>;
  returns: Deferred<Returns | undefined>;
}) {
  const user = useDashboardUser();
  const { order } = history;
  const isOwn = order.email === user.email;
  // Only admins see other customers' orders.
  const reader = isOwn ? 'customer' : 'admin';
  const canPay = !order.cancelled && orderCan.pay(order);
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <PageTitle className="figures">
            {'Order '}
            <span className="unbroken">{order.number}</span>
          </PageTitle>
          <p className="figures mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
            <OrderBadge order={order} reader={reader} />
            <span className="[overflow-wrap:anywhere]">
              <OrderNow order={order} reader={reader} />
            </span>
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          {canPay && <UnpaidSteps order={order} />}
          {isOwn && <OrderAgain order={order} />}
          {isOwn && <SaveOrdered ordered={[order]} />}
          {isOwn && order.batchId !== null && (
            <BatchAgain batchId={order.batchId} words="Order its whole list again" />
          )}
        </div>
      </div>
      <div className="mt-6 grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid min-w-0 grid-cols-1 gap-6">
          <Shipments order={order} />
          <OrderFacts order={order} isOwn={isOwn} />
          <OrderReturns returns={returns} isOwn={isOwn} productId={order.productId} />
        </div>
        <Panel className="p-5 sm:p-6">
          <h2 className="mb-4 text-lg font-semibold">What happened, what comes</h2>
          <OrderTimeline history={history} reader={reader} />
        </Panel>
      </div>
      {isOwn && canPay && <PayLink order={order} />}
      {hasAdminPower(user) && <AdminSteps order={order} />}
      {order.paid && isOwn && orderCan.review(order) && (
        <ButtonLink to={paths.review(order._id)} className="mt-6">
          {texts.addAReview}
        </ButtonLink>
      )}
      <DocumentLinks documents={documents} />
    </>
  );
}
