import { useEffect, useState } from 'react';
import {
  useFetcher,
  useLoaderData,
  useLocation,
  useSearchParams,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
} from 'react-router';
import type { Order } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import { page } from '#web/api/call.ts';
import { soon } from '#web/api/soon.ts';
import { useDashboardUser } from '#web/dashboard/dashboard-user.ts';
import { privateMeta } from '#web/meta.ts';
import { paths } from '#web/paths.ts';
import { sessionContext } from '#web/session/require-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { PageTitle } from '#web/ui/page.tsx';
import { Empty, Failed } from '#web/ui/states.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { cancelOrder } from './cancel-order.ts';
import { OrdersTable } from './orders-table.tsx';

const ordersPerPage = 20;

export const meta = () => privateMeta(texts.myOrders);

export async function clientLoader({ request, context }: ClientLoaderFunctionArgs) {
  const { email } = context.get(sessionContext);
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined;
  return soon({ orders: page('listOrders', { query: { email, limit: ordersPerPage, ...(cursor !== undefined && { cursor }) } }) }, 50);
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
  const fetcher = useFetcher<typeof clientAction>();
  const [asked, setAsked] = useState<Order>();
  const outcome = fetcher.data;
  // The dialog stays while its answer is carried out: nothing is shown as cancelled before it is.
  const pending = fetcher.state !== 'idle';
  const note = !pending && outcome?.kind === 'refused' ? { orderId: outcome.orderId, text: outcome.sentence } : undefined;
  useEffect(() => {
    if (fetcher.state === 'idle' && outcome !== undefined) setAsked(undefined);
  }, [fetcher.state, outcome]);
  useEffect(() => {
    // The closing dialog wants to give the focus back to a button that went away with its row.
    const focused = document.activeElement;
    const lost = focused === null || focused === document.body || focused.closest('dialog') !== null;
    if (asked === undefined && outcome?.kind === 'cancelled' && lost) document.querySelector<HTMLElement>('main h1')?.focus();
  }, [asked, outcome, orders]);

  function cancel() {
    if (!asked || pending) return;
    // Flushed at once, so that a second press finds the button disabled.
    void fetcher.submit({ orderId: asked._id }, { method: 'post', flushSync: true });
  }

  return (
    <>
      <PageTitle>{title}</PageTitle>
      <div className="mt-6">
        <WhenLoaded key={search} data={orders} failed={<Failed>Your orders are not available right now.</Failed>}>
          {({ rows, next }) => (
            <>
              {rows.length === 0 ? <NoOrders /> : <OrdersTable label={title} orders={rows} note={note} onCancel={setAsked} />}
              <Paging next={next} />
            </>
          )}
        </WhenLoaded>
      </div>
      <Confirm
        open={asked !== undefined}
        title={texts.confirmCancelTitle}
        question={texts.confirmCancelQuestion}
        pending={pending}
        onYes={cancel}
        onNo={() => setAsked(undefined)}
      />
    </>
  );
}

function NoOrders() {
  const [search] = useSearchParams();
  if (search.has('cursor')) return <Empty>There are no older orders.</Empty>;
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

function Paging({ next }: { readonly next: string | undefined }) {
  const [search] = useSearchParams();
  const later = search.has('cursor');
  if (!later && next === undefined) return null;
  return (
    <nav aria-label="Pages of orders" className="mt-6 flex flex-wrap gap-3">
      {later && <ButtonLink to={paths.myOrders}>Newest orders</ButtonLink>}
      {next !== undefined && <ButtonLink to={`?${new URLSearchParams({ cursor: next }).toString()}`}>Older orders</ButtonLink>}
    </nav>
  );
}
