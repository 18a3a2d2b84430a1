import { useLoaderData, useRevalidator, type ClientLoaderFunctionArgs } from 'react-router';
import { centsOf, dollarsOf, formatDollars, intoPayments } from '#contract/money.ts';
import { orderCan } from '#contract/order-rules.ts';
import type { Order } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import { noneIfMissing } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { defer } from '#web/api/defer.ts';
import { useSite } from '#web/api/site.ts';
import { privateMeta } from '#web/meta.ts';
import { DocumentLinks } from '#web/documents/document-links.tsx';
import { HeldUntil } from '#web/orders/held-until.tsx';
import { BatchAgain } from '#web/order-again/order-again.tsx';
import { paths } from '#web/paths.ts';
import { sessionContext } from '#web/session/require-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { PageTitle, Panel } from '#web/ui/page.tsx';
import { Empty } from '#web/ui/states.tsx';
import { OrdersSummary } from './orders-summary.tsx';
import { NoCardProvider } from './no-card-provider.tsx';
import { OtherPricesNotice } from './other-prices.tsx';
import { PaymentForm } from './payment-form.tsx';

export const meta = () => privateMeta('Payment');

/** The orders of the address: single ones by their ids, those of batches by theirs. */
export async function clientLoader({ request, context }: ClientLoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const named = (name: string) => searchParams.get(name)?.split(',') ?? [];
  const [batches, single] = await Promise.all([
    Promise.all(named('batch').map((id) => call('getBatch', { params: { id } }))),
    Promise.all(named('orders').map(orderIfThere)),
  ]);
  const ofBatches = batches.flatMap(({ orders }) => orders.filter(({ cancelled }) => !cancelled));
  const others = single.filter((order): order is Order => order !== undefined && 'email' in order);
  const orders = [...new Map([...ofBatches, ...others].map((one) => [one._id, one])).values()];
  const [first, ...more] = batches;
  const batch = more.length === 0 ? first : undefined;
  const documents = batch && (await defer(documentsOf(batch), 50)).documents;
  const { email } = context.get(sessionContext);
  // Admins see the batches of others, and order none of them again.
  const again = batch?.orders.some((order) => order.email === email) ? batch._id : undefined;
  return { orders, batch: batch && { id: batch._id, number: batch.number }, documents, again };
}

/** An order by its id; nothing of one that was cancelled or whose hold has ended, so that the others can be paid. */
const orderIfThere = (id: string) =>
  call('getOrder', { params: { id }, query: {} }).catch(noneIfMissing);

const documentsOf = ({ _id }: { _id: string }) => ({
  documents: call('listBatchDocuments', { params: { id: _id } }),
});

const centsOfOrder = ({ total }: Order): number => centsOf(total);

/** One card payment for several orders, or several payments where a card cannot be charged as much. */
export default function PayTogetherPage() {
  const { orders, batch, documents, again } = useLoaderData<typeof clientLoader>();
  const payments = intoPayments(
    orders.filter((order) => orderCan.pay(order)),
    centsOfOrder,
  );
  const [now, ...later] = payments;
  if (now === undefined)
    return (
      <>
        <NothingToPay again={again} />
        {documents && <DocumentLinks documents={documents} />}
      </>
    );
  const total = dollarsOf(now.reduce((sum, order) => sum + centsOfOrder(order), 0));
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2 lg:gap-8">
      {orders.every((order) => orderCan.pay(order)) && <OtherPricesNotice />}
      <OrdersSummary orders={now} total={total} batch={batch} />
      <Panel className="p-4 sm:p-6">
        <Hold orders={now} />
        {later.length > 0 && <Later payments={later} />}
        <CardForm orders={now} total={total} isLast={later.length === 0} />
      </Panel>
      {again !== undefined && (
        <p>
          <BatchAgain
            batchId={again}
            words="Order this list again"
            small
            look="quiet"
            className="-ms-3"
          />
        </p>
      )}
    </div>
  );
}

function CardForm({ orders, total, isLast }: { orders: Order[]; total: number; isLast: boolean }) {
  const site = useSite();
  const { revalidate } = useRevalidator();
  if (!site) return <NoCardProvider />;
  return (
    <PaymentForm
      key={orders.map(({ _id }) => _id).join()}
      orders={orders}
      total={total}
      cards={site.cards}
      {...(!isLast && { onPaid: revalidate })}
    />
  );
}

/** The orders are held until the first of their holds ends. */
function Hold({ orders }: { orders: readonly Order[] }) {
  const [first] = orders.flatMap(({ heldUntil }) => heldUntil ?? []).toSorted();
  if (first === undefined) return null;
  return (
    <p className="figures mb-5">
      <HeldUntil until={first} />
    </p>
  );
}

/** A card is charged at most so much at a time. */
function Later({ payments }: { payments: readonly (readonly Order[])[] }) {
  const cents = payments.flat().reduce((sum, order) => sum + centsOfOrder(order), 0);
  const rest = formatDollars(dollarsOf(cents));
  return (
    <p className="figures mb-5">
      {`One card payment can collect $999999.99 at most. After this one ${
        payments.length === 1 ? 'another one' : `${payments.length} more`
      } of ${rest} ${payments.length === 1 ? 'follows' : 'in all follow'}.`}
    </p>
  );
}

function NothingToPay({ again }: { again: string | undefined }) {
  return (
    <>
      <PageTitle className="mb-6">Payment</PageTitle>
      <Empty action={<ButtonLink to={paths.myOrders}>{texts.myOrders}</ButtonLink>}>
        None of these orders waits for a payment.
      </Empty>
      {again !== undefined && (
        <BatchAgain batchId={again} words="Order this list again" className="mt-4" />
      )}
    </>
  );
}
