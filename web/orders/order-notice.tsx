import { useEffect, useRef } from 'react';
import { formatDollars } from '#contract/money.ts';
import { texts } from '#contract/texts.ts';
import { paths } from '#web/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { dayAndTime } from '#web/ui/day-and-time.ts';
import { Notice } from '#web/ui/notice.tsx';
import { HeldUntil } from './held-until.tsx';
import { notKnown } from './not-known.ts';
import type { OrderOutcome, PlacedOrder, RefusedOrder } from './submit-order.ts';
import { Link } from '#web/ui/link.tsx';
import { inPieces } from '#web/ui/in-pieces.ts';
import { useFittingFirst } from '#web/vehicle/use-fitting-first.ts';

/** Why the order was not placed; scrolled into view. */
export function OrderNotice({ outcome }: { outcome: OrderOutcome | undefined }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome !== undefined) box.current?.scrollIntoView({ block: 'nearest' });
  }, [outcome]);
  return (
    // Always rendered, so that screen readers announce it; when empty it takes no space.
    <div ref={box} role="status" className="scroll-my-20 empty:-mt-4">
      {(outcome?.kind === 'refused' || outcome?.kind === 'used') && <Refused refusal={outcome} />}
    </div>
  );
}

/** Replaces the form once the order is placed: how much, until when it is held, and the way to pay. */
export function OrderMade({ order, onAgain }: { order: PlacedOrder; onAgain: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      <Notice tone="good">
        <p className="figures font-semibold">{`Ordered: ${inPieces(order.quantity)} for ${formatDollars(order.total)}.`}</p>
        {order.priceChanged && (
          <p className="text-warning mt-1 font-semibold">
            {`The price changed while this page was open: the order was made at ${formatDollars(order.price)} per piece.`}
          </p>
        )}
        <p className="mt-1">
          <HeldUntil until={order.heldUntil} />
        </p>
      </Notice>
      <div className="mt-4 flex flex-wrap gap-3">
        <ButtonLink to={paths.payment(order.insertedId)} look="signal" className="grow">
          {`Pay ${formatDollars(order.total)}`}
        </ButtonLink>
        <ButtonLink to={paths.myOrders}>{texts.myOrders}</ButtonLink>
        <Button look="quiet" onClick={onAgain}>
          Order more of it
        </Button>
      </div>
    </div>
  );
}

function Refused({ refusal }: { refusal: RefusedOrder }) {
  const fittingFirst = useFittingFirst();
  return (
    <Notice tone="bad">
      <p className="font-semibold">{sentence(refusal)}</p>
      {refusal.code === 'part_not_found' && (
        <Link
          to={fittingFirst(paths.parts)}
          className="mt-1 inline-flex min-h-9 items-center underline"
        >
          Look for another part
        </Link>
      )}
      {(refusal.mayBeMade || seenInMyOrders.has(refusal.code)) && (
        <Link to={paths.myOrders} className="mt-1 inline-flex min-h-9 items-center underline">
          {texts.myOrders}
        </Link>
      )}
    </Notice>
  );
}

/** Refusals because of earlier orders. */
const seenInMyOrders: ReadonlySet<string> = new Set(['too_many_unpaid_orders', 'key_reused']);

function sentence({ mayBeMade, code, message, available, nearest, full }: RefusedOrder): string {
  if (mayBeMade) return notKnown('your order was made', message);
  if (available !== undefined)
    return `Nothing was ordered: there ${available === 1 ? 'is' : 'are'} ${inPieces(available)} in stock now.`;
  if (code === 'part_not_found') return 'Nothing was ordered: this part is no longer in the shop.';
  // The first answer was lost, and the form was changed before it was sent again.
  if (code === 'key_reused')
    return 'Your first order was made already. Look at My Orders before you order again.';
  if (full !== undefined) return `Nothing was ordered: ${tooMany(full)}`;
  const instead = nearest.length > 0 ? ` ${nearest.join(' or ')} pieces can be ordered now.` : '';
  return `Nothing was ordered. ${message}${instead}`;
}

function tooMany({ limit, most, roomAt }: NonNullable<RefusedOrder['full']>): string {
  const again = `try again from ${dayAndTime(roomAt)} on.`;
  if (limit === 'account')
    return `you may have ${most} unpaid orders at a time. Pay or cancel one, or ${again}`;
  return `there are ${most} unpaid orders from your network by people who have not bought here before. Pay or cancel one of yours, or ${again}`;
}
