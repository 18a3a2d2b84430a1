import type { ReactNode } from 'react';
import { formatDollars } from '#contract/money.ts';
import { orderNumber } from '#contract/order-rules.ts';
import type { Order, OrderToPay } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import { paths } from '#web/paths.ts';
import { Icon } from '#web/ui/icon.tsx';
import { PageTitle } from '#web/ui/page.tsx';
import { RowPicture } from '#web/ui/row-picture.tsx';
import { Link } from '#web/ui/link.tsx';

/** The order to pay (Spec §2: Payment page); only its owner sees the delivery address and a link to the order. */
export function OrderSummary({ order }: { order: Order | OrderToPay }) {
  const own = 'email' in order ? order : undefined;
  return (
    <section aria-labelledby="payment-title" className="figures">
      {own !== undefined && (
        <Link
          to={paths.order(own._id)}
          className="-ms-1 mb-3 inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold hover:underline"
        >
          <Icon name="left" className="size-4" />
          Back to the order
        </Link>
      )}
      <PageTitle id="payment-title">Payment</PageTitle>
      <p className="quiet mt-4 text-sm">{`Order ${orderNumber(order._id)}`}</p>
      <p className="text-2xl font-semibold">{formatDollars(order.total)}</p>
      <div className="border-base-300 mt-6 flex items-start gap-3 border-b pb-6">
        <RowPicture image={order.image} size="size-16" />
        <div className="min-w-0 grow">
          <p className="font-semibold [overflow-wrap:anywhere]">{order.productName}</p>
          <dl className="mt-1 text-sm">
            <Line label="Price">{`${formatDollars(order.price)} / pice`}</Line>
            <Line label="Quantity">{`${order.quantity} ${texts.pice}`}</Line>
          </dl>
        </div>
      </div>
      {own !== undefined && (
        <dl className="mt-4 text-sm">
          <Line label="Goes to">
            <span className="whitespace-pre-line [overflow-wrap:anywhere]">
              {[own.name, own.address, own.phone].filter(Boolean).join('\n')}
            </span>
          </Line>
        </dl>
      )}
    </section>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-4 py-0.5">
      <dt className="quiet w-20 flex-none">{label}</dt>
      <dd className="min-w-0 flex-1 basis-24">{children}</dd>
    </div>
  );
}
