import type { ReactNode } from 'react';
import { formatDollars } from '#contract/money.ts';
import type { OrderHistory } from '#contract/orders.ts';
import { paths } from '#web/paths.ts';
import { Address } from '#web/ui/address.tsx';
import { FitLine } from '#web/vehicle/fit-line.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Panel } from '#web/ui/page.tsx';
import { RowPicture } from '#web/ui/row-picture.tsx';
import { Link } from '#web/ui/link.tsx';
import { inPieces } from '#web/ui/in-pieces.ts';

/** What was ordered, where it goes, and the transaction that paid it. */
export function OrderFacts({ order, isOwn }: { order: OrderHistory['order']; isOwn: boolean }) {
  return (
    <Panel className="p-5 sm:p-6">
      <div className="flex items-start gap-4">
        <RowPicture image={order.image} size="size-20 max-[24rem]:hidden" />
        <div className="min-w-0">
          <Link
            to={paths.part({ _id: order.productId, name: order.productName })}
            className="text-base font-semibold [overflow-wrap:anywhere] hover:underline"
          >
            {order.productName}
          </Link>
          {isOwn && <FitLine partId={order.productId} />}
          <p className="figures">{`${inPieces(order.quantity)} at ${formatDollars(order.price)}`}</p>
          <p className="figures text-xl font-semibold">{formatDollars(order.total)}</p>
          {order.refundedTotal > 0 && (
            <p className="quiet figures">{`${formatDollars(order.refundedTotal)} of it refunded`}</p>
          )}
        </div>
      </div>
      <dl className="mt-5 grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Fact name="Deliver to">
          <span className="whitespace-pre-line">{`${order.name}\n${order.address}`}</span>
        </Fact>
        <Fact name="Contact">
          {order.phone}
          <br />
          <Address email={order.email} />
        </Fact>
        {order.poNumber !== '' && <Fact name="PO number">{order.poNumber}</Fact>}
        {order.note !== '' && (
          <Fact name="Note">
            <span className="whitespace-pre-line">{order.note}</span>
          </Fact>
        )}
        {order.transactionId !== null && (
          <div className="sm:col-span-2">
            <dt className="quiet text-sm font-semibold">Transaction id</dt>
            <dd className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="figures [overflow-wrap:anywhere]">{order.transactionId}</span>
              <CopyButton text={order.transactionId} what="the transaction id" />
            </dd>
          </div>
        )}
      </dl>
    </Panel>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="quiet text-sm font-semibold">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
