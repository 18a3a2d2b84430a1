import { orderCan } from '#contract/order-rules.ts';
import type { Order } from '#contract/orders.ts';
import { useStep } from '#web/admin/list/use-step.ts';
import { Panel } from '#web/ui/page.tsx';
import { RefundForm, type AskedRefund } from './refund-form.tsx';
import { ShipForm } from './ship-form.tsx';
import type { TypedParcel } from './ship-order.ts';

/** What an admin may do with a paid order on its own page: ship it or give money back. `orderCan` decides. */
export function AdminSteps({ order }: { readonly order: Order }) {
  const shipping = useStep<TypedParcel>((parcel) => ({ step: 'ship', ...parcel }));
  const refunding = useStep<AskedRefund>(({ restock, ...refund }) => ({ step: 'refund', ...refund, restock: restock ? 'yes' : 'no' }));
  if (!orderCan.ship(order) && !orderCan.refund(order)) return null;
  return (
    <section aria-labelledby="steps-title" className="mt-6">
      <h2 id="steps-title" className="sr-only">
        For admins
      </h2>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        {orderCan.ship(order) && (
          <Panel className="p-5 sm:p-6">
            <ShipForm order={order} step={shipping} />
          </Panel>
        )}
        {orderCan.refund(order) && (
          <Panel className="p-5 sm:p-6">
            {/* A refund that was made leaves a new form behind, with a key of its own and what is left now. */}
            <RefundForm key={order.refundedTotal} order={order} step={refunding} />
          </Panel>
        )}
      </div>
    </section>
  );
}
