import { formatDollars } from '#contract/money.ts';
import type { OrderEvent, OrderHistory } from '#contract/orders.ts';
import { momentOf } from '#web/ui/moment.ts';

const happened: Record<OrderEvent['kind'], string> = {
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

const badNews: ReadonlySet<OrderEvent['kind']> = new Set([
  'cancelled',
  'expired',
  'refund_failed',
  'disputed',
  'dispute_lost',
  'payments_paused',
]);

/** What happened to an order, oldest first: when, and by whom; admins read who of them it was. */
export function OrderTimeline({
  history: { events, order },
  isOwn,
}: {
  readonly history: OrderHistory;
  readonly isOwn: boolean;
}) {
  return (
    <ol aria-label="What happened" className="border-base-300 ms-1.5 border-s-2">
      {events.map((event, place) => (
        <li
          key={`${event.createdAt}-${event.kind}-${place}`}
          className="relative ps-6 pb-5 last:pb-0"
        >
          <span
            aria-hidden="true"
            className={`absolute -start-[7px] top-1.5 size-3 rounded-full ${dotOf(event)}`}
          />
          <p className="font-semibold">{headOf(event)}</p>
          <p className="quiet figures text-sm">
            <time dateTime={event.createdAt}>{momentOf(event.createdAt)}</time>
            {` by ${isOwn && event.role === 'customer' ? 'you' : roles[event.role]}`}
            {event.actor !== null &&
              event.role !== 'shop' &&
              event.role !== 'provider' &&
              ` (${event.actor})`}
          </p>
          {event.kind === 'shipped' && <Parcel order={order} />}
          {event.kind === 'expired' && (
            <p className="mt-1 text-sm">
              It was not paid in time, so its pieces went back on sale.
            </p>
          )}
          {event.kind === 'payments_paused' && (
            <p className="mt-1 text-sm">Too many cards were declined one after the other.</p>
          )}
          {event.reason !== null && (
            <p className="mt-1 text-sm [overflow-wrap:anywhere]">{event.reason}</p>
          )}
        </li>
      ))}
    </ol>
  );
}

function headOf({ kind, amount }: OrderEvent): string {
  return amount === null ? happened[kind] : `${happened[kind]} ${formatDollars(amount)}`;
}

function dotOf({ kind }: OrderEvent): string {
  if (kind === 'paid' || kind === 'shipped') return 'bg-success';
  return badNews.has(kind) ? 'bg-error' : 'bg-secondary';
}

function Parcel({ order: { carrier, trackingNumber } }: { readonly order: OrderHistory['order'] }) {
  if (carrier === null && trackingNumber === null) return null;
  return (
    <p className="figures mt-1 text-sm [overflow-wrap:anywhere]">
      {carrier !== null && `With ${carrier}`}
      {carrier !== null && trackingNumber !== null && ', '}
      {trackingNumber !== null && `tracking number ${trackingNumber}`}
    </p>
  );
}
