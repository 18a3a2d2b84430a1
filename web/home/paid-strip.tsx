import { useLocation, useNavigate } from 'react-router';
import { formatDollars } from '#contract/money.ts';
import { orderNumber } from '#contract/order-rules.ts';
import type { OrderToPay } from '#contract/orders.ts';
import { paths } from '#web/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/hydrated.ts';
import { Icon } from '#web/ui/icon.tsx';

/** The paid order, passed to the home page in the router's state. */
export interface PaidOrder extends Pick<OrderToPay, '_id' | 'total' | 'quantity' | 'productName'> {
  /** The owner's e-mail; absent when somebody else paid by the link. */
  readonly email?: string | undefined;
  /** How many orders were paid together; the rest is of the first of them. */
  readonly orders: number;
}

/** Says that an order was paid and what happens next, until it is dismissed. */
export function PaidStrip() {
  const state = useLocation().state as { readonly paid?: PaidOrder } | null;
  const navigate = useNavigate();
  // After a reload the browser still has the state, but the server does not.
  const hydrated = useHydrated();
  if (!hydrated || state?.paid === undefined) return null;
  const { _id, total, quantity, productName, email, orders } = state.paid;
  const areSeveral = orders > 1;
  return (
    <section aria-labelledby="paid-title" className="bg-good-tint border-base-300 border-b">
      <div className="page-column flex flex-wrap items-center gap-x-6 gap-y-3 py-4">
        <span className="bg-success text-success-content grid size-11 flex-none place-items-center rounded-full max-sm:hidden">
          <Icon name="check" className="size-6" />
        </span>
        <div className="min-w-0 grow basis-72">
          <h2 id="paid-title" className="figures text-lg font-semibold">
            {areSeveral
              ? `${orders} orders are paid: ${formatDollars(total)}`
              : `Order ${orderNumber(_id)} is paid: ${formatDollars(total)}`}
          </h2>
          <p className="[overflow-wrap:anywhere]">
            {areSeveral
              ? `We are preparing them and write to ${email} when they are on their way.`
              : `${quantity} × ${productName}. ${
                  email === undefined
                    ? 'Whoever ordered it hears of the payment by mail.'
                    : `We are preparing it and write to ${email} when it is on its way.`
                }`}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {areSeveral && (
            <ButtonLink to={paths.myOrders} look="signal">
              See your orders
            </ButtonLink>
          )}
          {email !== undefined && !areSeveral && (
            <ButtonLink to={paths.order(_id)} look="signal">
              See the order
            </ButtonLink>
          )}
          {email !== undefined && (
            <ButtonLink to={paths.document('receipt', _id)}>Receipt</ButtonLink>
          )}
          <Button
            look="quiet"
            className="px-3"
            aria-label="Dismiss"
            onClick={() => void navigate('.', { replace: true, state: null })}
          >
            <Icon name="close" />
          </Button>
        </div>
      </div>
    </section>
  );
}
