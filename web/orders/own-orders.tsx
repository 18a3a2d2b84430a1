import type { ReactNode } from 'react';
import { useLocation, type ClientLoaderFunctionArgs } from 'react-router';
import type { Page } from '#contract/api.ts';
import type { Order } from '#contract/orders.ts';
import { page } from '#web/api/call.ts';
import { defer, type Deferred } from '#web/api/defer.ts';
import { sessionContext } from '#web/session/require-session.ts';
import { Paging } from '#web/ui/paging.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Empty, Failed } from '#web/ui/states.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';

const ordersPerPage = 20;

/** Loads a page of the customer's own orders, newest first, by the URL's `?cursor=`. */
export async function loadOwnOrders(
  { request, context }: ClientLoaderFunctionArgs,
  only: { paid?: 'true' } = {},
) {
  const { email } = context.get(sessionContext);
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined;
  const query = { email, limit: ordersPerPage, ...only, ...(cursor !== undefined && { cursor }) };
  return defer({ orders: page('listOrders', { query }) }, 50);
}

/** What `loadOwnOrders` loaded, one page at a time. */
export function OwnOrders(props: {
  orders: Deferred<Page<Order[]>>;
  /** Shown when there are no orders. */
  none: ReactNode;
  /** Shown when a later page is empty. */
  noMore: string;
  children: (orders: readonly Order[]) => ReactNode;
}) {
  const { search } = useLocation();
  const empty = search === '' ? props.none : <Empty>{props.noMore}</Empty>;
  return (
    <div className="mt-6">
      <WhenLoaded
        key={search}
        data={props.orders}
        waiting={<SkeletonRows />}
        failed={<Failed>Your orders are not available right now.</Failed>}
      >
        {({ rows, next }) => (
          <>
            {rows.length === 0 ? empty : props.children(rows)}
            <Paging label="Pages of orders" rows={rows.length} next={next} />
          </>
        )}
      </WhenLoaded>
    </div>
  );
}
