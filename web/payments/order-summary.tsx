import { formatDollars } from '#contract/money.ts';
import type { OrderToPay } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import { PartPicture } from '#web/parts/part-picture.tsx';
import { Panel } from '#web/ui/page.tsx';

/** What is being paid (Spec §2: Payment page). */
export function OrderSummary({ order }: { readonly order: OrderToPay }) {
  return (
    <Panel className="overflow-hidden">
      <PartPicture image={order.image} eager className="max-h-56 w-full overflow-hidden" />
      <div className="p-6">
        <h2 className="quiet text-sm font-semibold">Your order</h2>
        <p className="mt-1 text-lg font-bold">{order.productName}</p>
        <dl className="figures border-base-300 mt-4 grid grid-cols-[1fr_auto] gap-x-6 gap-y-2 border-t pt-4">
          <dt className="quiet">Price</dt>
          <dd className="text-end">{`${formatDollars(order.price)} / pice`}</dd>
          <dt className="quiet">Quantity</dt>
          <dd className="text-end">{`${order.quantity} ${texts.pice}`}</dd>
          <dt className="border-base-300 border-t pt-3 font-semibold">Total</dt>
          <dd className="border-base-300 border-t pt-2 text-end text-2xl font-extrabold tracking-tight">{formatDollars(order.total)}</dd>
        </dl>
      </div>
    </Panel>
  );
}
