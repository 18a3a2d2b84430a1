import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { formatDollars } from '#contract/money.ts';
import { leftToRefund } from '#contract/order-rules.ts';
import type { OrderEvent, OrderHistory } from '#contract/orders.ts';
import { useSite } from '#web/api/site.ts';
import { Address } from '#web/ui/address.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { momentOf } from '#web/ui/moment.ts';

/** The receipt of a paid order. Collapsed, because it repeats the page's facts; the fragment `#receipt` opens it. */
export function Receipt({ history }: { history: OrderHistory }) {
  const { hash } = useLocation();
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (hash !== '#receipt' || box.current === null) return;
    box.current.open = true;
    box.current.scrollIntoView();
  }, [hash]);
  return (
    <details ref={box} id="receipt" className="min-w-0 scroll-mt-20 open:basis-full">
      <summary className="btn control bg-base-100 min-h-11 gap-2 px-5 text-[0.9375rem] font-semibold shadow-none">
        <Icon name="printer" className="size-4" />
        Receipt
      </summary>
      <Sheet history={history} />
    </details>
  );
}

/** The only part of the page that is printed (web/app.css). */
function Sheet({ history: { order, events } }: { history: OrderHistory }) {
  const paid = events.find(({ kind }) => kind === 'paid');
  // Refunds by the shop itself are of surplus payments, which paid nothing of this order.
  const refunds = events.filter(({ kind, role }) => kind === 'refunded' && role !== 'shop');
  return (
    <section
      aria-labelledby="receipt-title"
      className="receipt rounded-box border-base-300 bg-base-100 mt-4 border p-5 sm:p-8"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div>
          <h2 id="receipt-title" className="text-xl font-semibold">
            Receipt
          </h2>
          <p className="figures">{order.number}</p>
          {paid !== undefined && <p className="figures">{momentOf(paid.createdAt, 'day')}</p>}
        </div>
        <Button className="no-print" onClick={() => window.print()}>
          Print
        </Button>
      </header>
      <div className="mt-6 grid grid-cols-1 gap-6 sm:grid-cols-2">
        <Seller />
        <address className="min-w-0 not-italic break-words">
          <p className="quiet text-sm font-semibold">Buyer</p>
          <p className="font-semibold">{order.name}</p>
          <p className="whitespace-pre-line">{order.address}</p>
          <p>{order.phone}</p>
          <p>
            <Address email={order.email} />
          </p>
        </address>
      </div>
      <Line order={order} />
      <Sums order={order} paid={paid} refunds={refunds} />
    </section>
  );
}

function Seller() {
  const contact = useSite()?.contact;
  return (
    <address className="not-italic break-words">
      <p className="quiet text-sm font-semibold">Seller</p>
      <p className="font-semibold">Underhood</p>
      <p>{contact?.street}</p>
      <p>{contact?.phone}</p>
      <p>{contact && <Address email={contact.email} />}</p>
    </address>
  );
}

function Line({ order }: { order: OrderHistory['order'] }) {
  return (
    <table className="figures mt-8 w-full text-[0.9375rem]">
      <thead>
        <tr className="border-base-300 border-b text-sm">
          <th scope="col" className="quiet py-2 pe-4 text-start font-semibold">
            Product
          </th>
          <th scope="col" className="quiet py-2 ps-2 text-end font-semibold">
            Pieces
          </th>
          <th scope="col" className="quiet py-2 ps-4 text-end font-semibold">
            Price per piece
          </th>
        </tr>
      </thead>
      <tbody>
        <tr className="border-base-300 border-b align-top">
          <td className="py-3 pe-4 [overflow-wrap:anywhere]">{order.productName}</td>
          <td className="py-3 ps-2 text-end">{order.quantity}</td>
          <td className="py-3 ps-4 text-end">{formatDollars(order.price)}</td>
        </tr>
      </tbody>
    </table>
  );
}

function Sums(props: {
  order: OrderHistory['order'];
  paid: OrderEvent | undefined;
  refunds: readonly OrderEvent[];
}) {
  const { order, paid, refunds } = props;
  return (
    <dl className="figures mt-4 flex flex-col gap-2">
      <Sum name="Total" amount={order.total} strong />
      <Sum
        name={`Paid by card${paid === undefined ? '' : ` on ${momentOf(paid.createdAt, 'day')}`}, transaction ${order.transactionId ?? ''}`}
        amount={order.total}
      />
      {refunds.map(({ createdAt, amount, reason }) => (
        <Sum
          key={createdAt}
          name={`Refunded on ${momentOf(createdAt, 'day')}: ${reason ?? ''}`}
          amount={-(amount ?? 0)}
        />
      ))}
      {order.refundedTotal > 0 && (
        <Sum name="Paid after refunds" amount={leftToRefund(order)} strong />
      )}
    </dl>
  );
}

function Sum({ name, amount, strong = false }: { name: string; amount: number; strong?: boolean }) {
  return (
    <div
      className={`flex items-baseline justify-between gap-6 ${strong ? 'text-base font-semibold' : ''}`}
    >
      <dt className="min-w-0 [overflow-wrap:anywhere]">{name}</dt>
      <dd className="flex-none">
        {amount < 0 ? `−${formatDollars(-amount)}` : formatDollars(amount)}
      </dd>
    </div>
  );
}
