import { data, useLoaderData } from 'react-router';
import { isFullyRefunded, orderCan } from '#contract/order-rules.ts';
import type { Order, OrderToPay } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import { statusOf } from '#web/api/api-error.ts';
import { inBrowser, onServer, type LoadArgs } from '#web/api/context.ts';
import { useSite } from '#web/api/site.ts';
import { privateMeta } from '#web/meta.ts';
import { HeldUntil } from '#web/orders/held-until.tsx';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { PageTitle, Panel } from '#web/ui/page.tsx';
import { NeedsScripts } from '#web/ui/needs-scripts.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Empty } from '#web/ui/states.tsx';
import { OrderSummary } from './order-summary.tsx';
import { NoCardProvider } from './no-card-provider.tsx';
import { PaymentForm } from './payment-form.tsx';
import { useFittingFirst } from '#web/vehicle/use-fitting-first.ts';

const load = ({ api, params: { id = '', key } }: LoadArgs) =>
  api
    .call('getOrder', { params: { id }, query: key === undefined ? {} : { key } })
    .catch((error: unknown) => {
      // The order's owner may pay without the key, and only the browser knows who is signed in.
      if (statusOf(error) === 410) return undefined;
      throw statusOf(error) === 404 ? data(null, { status: 404 }) : error;
    });

/** The server has no token and renders what any payer may see; the browser then loads the page with its token. */
export const loader = onServer(async (args) => ({
  order: await load(args),
  whose: 'unknown' as const,
}));
export const clientLoader = Object.assign(
  inBrowser(async (args) => ({ order: await load(args), whose: 'known' as const })),
  { hydrate: true as const },
);

export const meta = () => privateMeta('Payment');

/** Order summary and card form (Spec §2: Payment page). */
export default function PaymentPage() {
  const { order, whose } = useLoaderData<typeof loader | typeof clientLoader>();
  return (
    <div className="page-column pt-4 md:pt-10">
      <NeedsScripts>Paying needs scripts, which this browser does not run.</NeedsScripts>
      {order !== undefined && <OrderAndCard order={order} whose={whose} />}
      {order === undefined && (
        <>
          <PageTitle className="mb-6">Payment</PageTitle>
          {whose === 'unknown' ? <Spinner className="min-h-[30rem]" /> : <Replaced />}
        </>
      )}
    </div>
  );
}

function OrderAndCard({ order, whose }: { order: Order | OrderToPay; whose: 'known' | 'unknown' }) {
  const site = useSite();
  return (
    <div className="mx-auto grid max-w-5xl grid-cols-1 items-start gap-6 md:grid-cols-2 md:gap-12">
      <OrderSummary order={order} />
      <Panel className="p-4 sm:p-6">
        {!orderCan.pay(order) && <Paid order={order} />}
        {whose === 'known' && order.heldUntil !== null && (
          <p className="figures mb-5">
            <HeldUntil until={order.heldUntil} />
          </p>
        )}
        {orderCan.pay(order) && whose === 'unknown' && <Spinner className="min-h-[30rem]" />}
        {orderCan.pay(order) && whose === 'known' && !site && <NoCardProvider />}
        {orderCan.pay(order) && whose === 'known' && site && (
          <PaymentForm key={order._id} orders={[order]} total={order.total} cards={site.cards} />
        )}
      </Panel>
    </div>
  );
}

/** The order's owner has replaced this link. */
function Replaced() {
  return (
    <Empty action={<ButtonLink to={paths.myOrders}>{texts.myOrders}</ButtonLink>}>
      This payment link was replaced by a new one. If somebody sent it to you, ask them for the new
      one; if the order is yours, log in to pay it.
    </Empty>
  );
}

/** What became of a paid order, as far as its reader may know. */
function afterwards(order: OrderToPay | Order): string {
  if ('refundedTotal' in order && isFullyRefunded(order)) return 'All of its money went back.';
  return order.status ? 'It has been shipped.' : 'It is being prepared for shipping.';
}

/** The order is paid already, for example after a reload or Back. */
function Paid({ order }: { order: OrderToPay | Order }) {
  const fittingFirst = useFittingFirst();
  return (
    <div role="status" className="flex flex-col items-start gap-4 py-4">
      <h2 className="text-success text-xl font-semibold">This order is paid</h2>
      <p>{afterwards(order)}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={paths.myOrders} look="signal">
          {texts.myOrders}
        </ButtonLink>
        <ButtonLink to={fittingFirst(paths.parts)}>Browse all parts</ButtonLink>
      </div>
    </div>
  );
}
