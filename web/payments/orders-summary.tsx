import { formatDollars } from '#contract/money.ts';
import { orderNumber } from '#contract/order-rules.ts';
import type { Order } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import { paths } from '#web/paths.ts';
import { PageTitle } from '#web/ui/page.tsx';
import { RowPicture } from '#web/ui/row-picture.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

/** The orders that one payment is for, and where they go. */
export function OrdersSummary(props: {
  orders: readonly Order[];
  total: number;
  batch: { id: string; number: string } | undefined;
}) {
  const { orders, total, batch } = props;
  const places = new Set(
    orders.map(({ name, address, phone }) => [name, address, phone].filter(Boolean).join('\n')),
  );
  return (
    <section aria-labelledby="payment-title" className="figures">
      <PageTitle id="payment-title">Payment</PageTitle>
      <p className="quiet mt-4 text-sm">
        {[batch?.number, orders.length === 1 ? '1 order' : `${orders.length} orders`]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className="text-2xl font-semibold">{formatDollars(total)}</p>
      <ul
        aria-label="Orders of this payment"
        tabIndex={0}
        className="border-base-300 mt-6 max-h-96 overflow-y-auto border-y"
      >
        {orders.map((order) => (
          <li
            key={order._id}
            className="border-base-300 flex items-center gap-3 py-2 not-last:border-b"
          >
            <RowPicture image={order.image} size="size-11" />
            <div className="min-w-0 grow">
              <p className="text-sm font-semibold [overflow-wrap:anywhere]">{order.productName}</p>
              <p className="quiet text-sm">
                {`${orderNumber(order._id)} · ${order.quantity} ${texts.pice} at ${formatDollars(order.price)}`}
              </p>
            </div>
            <p className="flex-none text-sm font-semibold">{formatDollars(order.total)}</p>
          </li>
        ))}
      </ul>
      {[...places].map((place) => (
        <dl key={place} className="mt-4 flex flex-wrap gap-x-4 text-sm">
          <dt className="quiet w-20 flex-none">Goes to</dt>
          <dd className="min-w-0 flex-1 basis-24 whitespace-pre-line [overflow-wrap:anywhere]">
            {place}
          </dd>
        </dl>
      ))}
      {batch && (
        <p className="mt-4 text-sm">
          <TextLink to={paths.document('confirmation', batch.id)}>
            Order confirmation to print
          </TextLink>
        </p>
      )}
    </section>
  );
}
