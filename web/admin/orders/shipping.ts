import { centsOf, dollarsOf, formatDollars } from '#contract/money.ts';
import { orderCan, orderNumber } from '#contract/order-rules.ts';
import type { Order } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import type { Bulk } from '#web/admin/list/bulk-table.tsx';
import { shipTitle } from '#web/orders/ship-order.ts';

/** Shipping the chosen orders. */
export const shipping: Bulk<Order> = {
  button: texts.approve,
  look: 'signal',
  done: 'Approved',
  nameOf: ({ _id, quantity, productName }) => `${orderNumber(_id)}: ${quantity} × ${productName}`,
  can: orderCan.ship,
  sumOf: (orders) =>
    formatDollars(dollarsOf(orders.reduce((cents, { total }) => cents + centsOf(total), 0))),
  title: shipTitle,
  question: ({ length }) =>
    length === 1
      ? 'Is 1 order on its way? Its customer then sees it as shipped.'
      : `Are ${length} orders on their way? Their customers then see them as shipped.`,
};
