import type { ReactNode } from 'react';
import { formatDollars } from '#contract/money.ts';
import type { OrderToPay } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import { PartPicture } from '#web/parts/part-picture.tsx';
import { Panel } from '#web/ui/page.tsx';

/** What is being paid (Spec §2: Payment page). On a phone the picture is small, so that the card form is near. */
export function OrderSummary({ order }: { readonly order: OrderToPay }) {
  return (
    <Panel className="overflow-hidden">
      <div className="flex md:block">
        <PartPicture
          image={order.image}
          eager
          className="w-32 shrink-0 overflow-hidden md:w-full"
        />
        <div className="min-w-0 p-4 md:px-6 md:pt-6 md:pb-4">
          <h2 className="quiet text-sm font-semibold">Your order</h2>
          <p className="mt-1 text-lg leading-snug font-bold">{order.productName}</p>
        </div>
      </div>
      <dl className="figures border-base-300 flex flex-col gap-2 border-t p-4 md:mx-6 md:px-0">
        <Line label="Price">{`${formatDollars(order.price)} / pice`}</Line>
        <Line label="Quantity">{`${order.quantity} ${texts.pice}`}</Line>
        <div className="border-base-300 mt-1 flex items-baseline justify-between gap-4 border-t pt-3">
          <dt className="font-semibold">Total</dt>
          <dd className="text-2xl font-extrabold tracking-tight">{formatDollars(order.total)}</dd>
        </div>
      </dl>
    </Panel>
  );
}

function Line({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="quiet">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
