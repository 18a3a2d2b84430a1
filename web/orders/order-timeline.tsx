import type { ReactNode } from 'react';
import { formatDollars } from '#contract/money.ts';
import { orderCan, orderWord, type OrderReader } from '#contract/order-rules.ts';
import type { OrderEvent, OrderHistory } from '#contract/orders.ts';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import { momentOf } from '#web/ui/moment.ts';
import { inPieces } from '#web/ui/in-pieces.ts';

/** What an event is called. */
export const happened: Record<OrderEvent['kind'], string> = {
  placed: 'Placed',
  payment_started: 'Payment started',
  paid: 'Paid',
  shipped: 'Shipped',
  cancelled: 'Cancelled',
  expired: 'Expired',
  refunded: 'Refunded',
  refund_failed: 'Refund failed',
  disputed: 'Payment disputed',
  dispute_won: 'Dispute won',
  dispute_lost: 'Dispute lost',
  payments_paused: 'Payments paused',
  link_renewed: 'Pay link renewed',
};

const roles: Record<OrderEvent['role'], string> = {
  customer: 'the customer',
  payer: 'the payer',
  admin: 'the shop',
  shop: 'the shop, by itself',
  provider: 'the card provider',
};

export const badNews: ReadonlySet<OrderEvent['kind']> = new Set([
  'cancelled',
  'expired',
  'refund_failed',
  'disputed',
  'dispute_lost',
  'payments_paused',
]);

/** What a customer or an admin waits for while an order can still go on, and the event that comes then. */
const waiting: Record<
  'pay' | 'ship' | 'shipRest',
  Record<OrderReader, string> & { readonly next: string }
> = {
  pay: { customer: 'Waits for your payment', admin: 'Waits for its payment', next: happened.paid },
  ship: {
    customer: 'We write to you when it leaves',
    admin: 'Waits to be shipped',
    next: happened.shipped,
  },
  shipRest: {
    customer: 'We write to you when the rest leaves',
    admin: 'The rest waits to be shipped',
    next: happened.shipped,
  },
};

/**
 * What happened to an order, oldest first: when, and by whom; admins read who of them it was. Then how it stands, and what
 * comes next, while something does.
 */
export function OrderTimeline({
  history: { events, order },
  reader,
}: {
  history: OrderHistory;
  reader: OrderReader;
}) {
  const can = !order.cancelled && (['pay', 'ship'] as const).find((one) => orderCan[one](order));
  const step = can === 'ship' && order.shippedQuantity > 0 ? 'shipRest' : can;
  return (
    <ol aria-label="What happened and what comes">
      {events.map((event, place) => (
        <Item
          key={`${event.createdAt}-${event.kind}-${place}`}
          dot={badNews.has(event.kind) ? 'bad' : 'done'}
          head={headOf(event, order)}
        >
          <Happened event={event} reader={reader} />
          {event.kind === 'shipped' && <Tracking order={order} number={event.shipment} />}
        </Item>
      ))}
      {step && (
        <>
          <Item dot="now" head={orderWord(order, reader)}>
            <p className="quiet text-sm">{waiting[step][reader]}</p>
          </Item>
          <Item dot="next" head={waiting[step].next} />
        </>
      )}
    </ol>
  );
}

type Dot = 'done' | 'bad' | 'now' | 'next';

const dots: Record<Dot, { readonly look: string; readonly icon?: IconName }> = {
  done: { look: 'border-success bg-success text-success-content', icon: 'check' },
  bad: { look: 'border-error bg-error text-error-content', icon: 'close' },
  now: { look: 'border-primary bg-base-100' },
  next: { look: 'control border-dashed bg-base-100' },
};

/** One step of a timeline. */
export function Item(props: { dot: Dot; head: string; children?: ReactNode }) {
  const { look, icon } = dots[props.dot];
  return (
    <li
      aria-current={props.dot === 'now' ? 'step' : undefined}
      className="before:bg-base-300 relative grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3 pb-5 before:absolute before:start-[0.8125rem] before:top-7 before:bottom-0 before:w-0.5 last:pb-0 last:before:hidden"
    >
      <span
        aria-hidden="true"
        className={`grid size-7 place-items-center rounded-full border-2 ${look}`}
      >
        {icon && <Icon name={icon} className="size-4" />}
        {props.dot === 'now' && <span className="bg-primary size-2.5 rounded-full" />}
      </span>
      <div>
        <p className={`leading-7 font-semibold ${props.dot === 'next' ? 'quiet' : ''}`}>
          {props.head}
        </p>
        {props.children}
      </div>
    </li>
  );
}

function headOf({ kind, amount, pieces }: OrderEvent, { quantity }: OrderHistory['order']): string {
  if (kind === 'shipped' && pieces !== null && pieces !== quantity)
    return `${happened[kind]} ${inPieces(pieces)}`;
  return amount === null ? happened[kind] : `${happened[kind]} ${formatDollars(amount)}`;
}

const whys: Partial<Record<OrderEvent['kind'], string>> = {
  expired: 'It was not paid in time, so its pieces went back on sale.',
  payments_paused: 'Too many cards were declined one after the other.',
};

/** When something happened, by whom and why. */
export function Happened({
  event: { createdAt, kind, role, actor, reason, pieces },
  reader,
}: {
  event: OrderEvent;
  reader: OrderReader;
}) {
  const isPerson = role !== 'shop' && role !== 'provider';
  return (
    <>
      <p className="quiet figures text-sm">
        <time dateTime={createdAt}>{momentOf(createdAt)}</time>
        {` by ${reader === 'customer' && role === 'customer' ? 'you' : roles[role]}`}
        {actor !== null && isPerson && ` (${actor})`}
      </p>
      {[whys[kind], notComing(kind, pieces), reason].map(
        (why) =>
          why && (
            <p key={why} className="mt-1 text-sm [overflow-wrap:anywhere]">
              {why}
            </p>
          ),
      )}
    </>
  );
}

function notComing(kind: OrderEvent['kind'], pieces: number | null): string | undefined {
  return kind === 'refunded' && pieces !== null
    ? `Of ${inPieces(pieces)} that will not be shipped.`
    : undefined;
}

/** How the shipment of this number can be followed; older events name none. */
function Tracking({ order, number }: { order: OrderHistory['order']; number: number | null }) {
  const { carrier, trackingNumber } =
    order.shipments.find((shipment) => shipment.number === number) ?? order;
  if (carrier === null && trackingNumber === null) return null;
  return (
    <p className="figures mt-1 text-sm [overflow-wrap:anywhere]">
      {carrier !== null && `With ${carrier}`}
      {carrier !== null && trackingNumber !== null && ', '}
      {trackingNumber !== null && `tracking number ${trackingNumber}`}
    </p>
  );
}
