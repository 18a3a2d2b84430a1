import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDollars } from '#contract/money.ts';
import { texts } from '#contract/texts.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { dayAndTime } from '#web/ui/day-and-time.ts';
import { HeldUntil } from './held-until.tsx';
import type { OrderOutcome, PlacedOrder, RefusedOrder } from './submit-order.ts';

/** How the last press of 'Purchase Now' turned out: what the toast said, and more, stays on the page. */
export function OrderNotice({ outcome }: { readonly outcome: OrderOutcome | undefined }) {
  return (
    // Always there, so that what comes is read out; empty it takes no room of the form's gap.
    <div role="status" className="empty:-mt-4">
      {outcome?.kind === 'placed' && <Placed order={outcome} />}
      {(outcome?.kind === 'refused' || outcome?.kind === 'used') && <Refused refusal={outcome} />}
    </div>
  );
}

function Placed({ order }: { readonly order: PlacedOrder }) {
  return (
    <Notice tone="border-success">
      <p className="figures font-semibold">{`Ordered: ${order.quantity} pieces for ${formatDollars(order.total)}.`}</p>
      {order.priceChanged && (
        <p className="text-warning mt-1 font-semibold">
          {`The price changed while this page was open: the order was made at ${formatDollars(order.price)} per piece.`}
        </p>
      )}
      <p className="quiet mt-1">
        <HeldUntil until={order.heldUntil} />
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <ButtonLink to={paths.payment(order.insertedId)} look="signal">
          {`Pay ${formatDollars(order.total)}`}
        </ButtonLink>
        <ButtonLink to={paths.myOrders}>{texts.myOrders}</ButtonLink>
      </div>
    </Notice>
  );
}

function Refused({ refusal }: { readonly refusal: RefusedOrder }) {
  return (
    <Notice tone="border-error">
      <p className="font-semibold">{sentence(refusal)}</p>
      {refusal.code === 'part_not_found' && (
        <Link to={paths.parts} className="mt-1 inline-flex min-h-9 items-center underline">
          Look for another part
        </Link>
      )}
      {(refusal.code === 'too_many_unpaid_orders' || refusal.code === 'key_reused') && (
        <Link to={paths.myOrders} className="mt-1 inline-flex min-h-9 items-center underline">
          {texts.myOrders}
        </Link>
      )}
    </Notice>
  );
}

function sentence({ code, message, available, full }: RefusedOrder): string {
  if (available !== undefined)
    return `Nothing was ordered: there are ${available} pieces in stock now.`;
  if (code === 'part_not_found') return 'Nothing was ordered: this part is no longer in the shop.';
  // An answer got lost on the way, and the form was changed before it was sent again.
  if (code === 'key_reused')
    return 'Your first order was made already. Look at My Orders before you order again.';
  if (full !== undefined) return `Nothing was ordered: ${tooMany(full)}`;
  return `Nothing was ordered. ${message}`;
}

function tooMany({ limit, most, roomAt }: NonNullable<RefusedOrder['full']>): string {
  const again = `try again from ${dayAndTime(roomAt)} on.`;
  if (limit === 'account')
    return `you may have ${most} unpaid orders at a time. Pay or cancel one, or ${again}`;
  return `there are ${most} unpaid orders from your network by people who have not bought here before. Pay or cancel one of yours, or ${again}`;
}

function Notice({ tone, children }: { readonly tone: string; readonly children: ReactNode }) {
  return <div className={`bg-base-200 rounded-md border-s-4 p-4 ${tone}`}>{children}</div>;
}
