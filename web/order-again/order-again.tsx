import { batchNumber } from '#contract/batch-rules.ts';
import { orderNumber } from '#contract/order-rules.ts';
import type { Order } from '#contract/orders.ts';
import { call } from '#web/api/call.ts';
import { Button, type ButtonLook } from '#web/ui/button.tsx';
import { useOrderAgain, type AgainSource } from './use-order-again.ts';

interface Look {
  look?: ButtonLook;
  small?: boolean;
  className?: string;
}

/** Puts an order's part on the list again; `short` where rows are many. */
export function OrderAgain({
  order,
  short = false,
  ...look
}: Look & {
  order: Pick<Order, '_id' | 'productId' | 'productName' | 'quantity' | 'price'>;
  short?: boolean;
}) {
  const title = `order ${orderNumber(order._id)}`;
  return (
    <Again
      {...look}
      aria-label={`Order again: ${order.productName}, ${title}`}
      what={{ source: `order ${order._id}`, title, load: async () => ({ ordered: [order] }) }}
    >
      {short ? 'Again' : 'Order again'}
    </Again>
  );
}

/** Puts all parts of a batch on the list again, those of cancelled lines too. */
export function BatchAgain({ batchId, words, ...look }: Look & { batchId: string; words: string }) {
  const title = `list ${batchNumber(batchId)}`;
  const load = async () => {
    const { orders } = await call('getBatch', { params: { id: batchId } });
    return { ordered: orders };
  };
  return (
    <Again
      {...look}
      aria-label={`${words}: ${title}`}
      what={{ source: `batch ${batchId}`, title, load }}
    >
      {words}
    </Again>
  );
}

function Again({
  what,
  ...button
}: Look & { what: AgainSource; 'aria-label': string; children: string }) {
  const { pending, orderAgain } = useOrderAgain();
  return <Button {...button} aria-busy={pending} onClick={() => orderAgain(what)} />;
}
