import type { Batch, BatchEvent } from '#contract/batches.ts';
import { formatDollars } from '#contract/money.ts';
import type { OrderReader } from '#contract/order-rules.ts';
import { badNews, happened, Happened, Item } from './order-timeline.tsx';

/** What happened to a list, oldest first; what happened to many of its lines at once stands there once. */
export function BatchTimeline({
  events,
  orders,
  reader,
}: {
  events: readonly BatchEvent[];
  orders: Batch['orders'];
  reader: OrderReader;
}) {
  return (
    <ol aria-label="What happened">
      {events.map((event, place) => (
        <Item
          key={`${event.createdAt}-${event.kind}-${place}`}
          dot={badNews.has(event.kind) ? 'bad' : 'done'}
          head={headOf(event)}
        >
          <p className="text-sm [overflow-wrap:anywhere]">{whichOf(event, orders)}</p>
          <Happened event={event} reader={reader} />
        </Item>
      ))}
    </ol>
  );
}

function headOf({ kind, amount }: BatchEvent): string {
  return amount === null ? happened[kind] : `${happened[kind]} ${formatDollars(amount)}`;
}

/** Which lines it happened to; nothing when it was all of them. */
function whichOf({ lines, orderId }: BatchEvent, orders: Batch['orders']): string | null {
  if (lines === orders.length) return null;
  const line = orders.find(({ _id }) => _id === orderId);
  return line ? `${line.quantity} × ${line.productName}` : `${lines} of ${orders.length} lines`;
}
