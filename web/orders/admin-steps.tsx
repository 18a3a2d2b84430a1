import { leftToShip, orderCan } from '#contract/order-rules.ts';
import type { Order } from '#contract/orders.ts';
import { momentOf } from '#web/ui/moment.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/page.tsx';
import { RefundForm } from './refund-form.tsx';
import { ShipForm } from './ship-form.tsx';

/** An admin's steps on a paid order's page: shipping and refunds, as `orderCan` allows. */
export function AdminSteps({ order }: { order: Order }) {
  if (order.disputedSince !== null) return <Disputed since={order.disputedSince} />;
  if (!orderCan.ship(order) && !orderCan.refund(order)) return null;
  return (
    <section aria-labelledby="steps-title" className="mt-6">
      <h2 id="steps-title" className="sr-only">
        For admins
      </h2>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        {orderCan.ship(order) && (
          <Panel className="p-5 sm:p-6">
            {/* The key resets the form after each shipment. */}
            <ShipForm key={leftToShip(order)} order={order} />
          </Panel>
        )}
        {orderCan.refund(order) && (
          <Panel className="p-5 sm:p-6">
            {/* The key resets the form after each refund. */}
            <RefundForm key={`${order.refundedTotal} ${leftToShip(order)}`} order={order} />
          </Panel>
        )}
      </div>
    </section>
  );
}

/** A disputed order is neither shipped nor refunded until the banks have decided. */
function Disputed({ since }: { since: string }) {
  return (
    <section aria-labelledby="dispute-title" className="mt-6">
      <Notice tone="bad">
        <h2 id="dispute-title" className="text-base font-semibold">
          Payment disputed
        </h2>
        <p className="mt-2">
          {'The cardholder asked the bank for the money back; the shop knows since '}
          <time dateTime={since} className="figures whitespace-nowrap">
            {momentOf(since)}
          </time>
          . Until that is decided nothing of this order is shipped, and no money is given back here.
        </p>
        <p className="mt-2">
          Answer the dispute in the card provider's dashboard, in the time that it names there.
        </p>
      </Notice>
    </section>
  );
}
