import type { SeededFault } from './seeded-faults.ts';

const lists = ['test/bulk-model.test.ts'];
const returns = ['server/returns/returns.test.ts'];

/** As `seededFaults`: in lists, payments for several orders, shipments in parts and returns. */
export const seededFaultsInBulk: readonly SeededFault[] = [
  {
    name: 'of equal lines of a list only the last is ordered',
    file: 'server/orders/batch-lines.ts',
    right: 'before.quantity + (Number',
    wrong: '0 * before.quantity + (Number',
    tests: lists,
  },
  {
    name: 'one line of a list takes no pieces',
    file: 'server/orders/place-batch.ts',
    right: 'await takeStockOf(tx, fitting.map(piecesOf));',
    wrong: 'await takeStockOf(tx, fitting.slice(1).map(piecesOf));',
    tests: lists,
  },
  {
    name: 'a list is ordered in part though nobody asked for that',
    file: 'server/orders/place-batch.ts',
    right: '(refused.length > 0 && !partly)',
    wrong: '(refused.length > 0 && !partly && Date.now() < 0)',
    tests: lists,
  },
  {
    name: 'a list that is sent twice is ordered twice',
    file: 'server/orders/place-batch.ts',
    right:
      '    if (buyer.before) return replay(tx, answerFor(buyer.before, asked) as BatchPlaced);\n',
    wrong: '',
    tests: lists,
  },
  {
    name: 'less than the rest of a part can be ordered on a list',
    file: 'server/orders/batch-lines.ts',
    right: 'quantity === restOf(limits)',
    wrong: 'quantity <= restOf(limits)',
    tests: ['server/orders/place-batch.test.ts'],
  },
  {
    name: 'money of several orders pays one that is cancelled',
    file: 'server/payments/book-money.ts',
    right: 'orders.filter(isPayable)',
    wrong: 'orders.filter(() => orders.some(isPayable))',
    tests: lists,
  },
  {
    name: 'money of several orders stays though one of them was cancelled',
    file: 'server/payments/book-money.ts',
    right: 'if (others.length > 0) await',
    wrong: 'if (others.length > orders.length) await',
    tests: lists,
  },
  {
    name: 'an order can be paid in two payments at once',
    file: 'server/payments/create-payment-intent.ts',
    right: 'await endOther(shop, payment);',
    wrong: 'void endOther;',
    tests: lists,
  },
  {
    name: 'of several orders of a payment one that was not paid keeps its money',
    file: 'server/payments/pay-orders.ts',
    right: "then 'kept' else 'returned' end",
    wrong: "then 'kept' else 'kept' end",
    tests: lists,
  },
  {
    name: "a refund of just what one of several orders cost is another's",
    file: 'server/payments/share-out.ts',
    right: 'orders.find(({ leftCents }) => leftCents === amountCents)',
    wrong: 'orders.find(({ leftCents }) => leftCents > amountCents)',
    tests: ['server/payments/share-out.test.ts'],
  },
  {
    name: 'a stranger pays for some of a list with orders of somebody else',
    file: 'server/payments/orders-to-pay.ts',
    right: 'return areOwn && found.length',
    wrong: 'return found.length',
    tests: ['server/payments/paid-together.test.ts'],
  },
  {
    name: 'more pieces of an order are shipped than are left',
    file: 'server/orders/ship-order.ts',
    right: "  if (left < 0) refuse('pieces_too_many', { details: { left: leftToShip(order) } });\n",
    wrong: '',
    tests: ['server/orders/ship-pieces.test.ts'],
  },
  {
    name: 'a return gives back more than is left of the money',
    file: 'server/returns/show-return.ts',
    right: 'order.total_cents - order.refunded_cents,',
    wrong: 'order.total_cents,',
    tests: returns,
  },
  {
    name: 'of two admins at once both settle a return',
    file: 'server/returns/ask-return.ts',
    right: "const row = (await findReturn(tx, id)) ?? refuse('return_not_found');",
    wrong: 'const row = found;',
    tests: returns,
  },
  {
    name: 'a return gives money back while the payment is disputed',
    file: 'server/returns/settle-return.ts',
    right: "  if (amountCents > 0 && order.disputed_since !== null) refuse('order_disputed');\n",
    wrong: '',
    tests: returns,
  },
  {
    name: 'more pieces come back with returns than were shipped',
    file: 'server/returns/ask-return.ts',
    right: 'const left = order.shipped_quantity - piecesOfReturns(before);',
    wrong: 'const left = order.quantity - piecesOfReturns(before);',
    tests: lists,
  },
  {
    name: 'pieces that a return found unfit go on sale with the last of the money',
    file: 'server/orders/restockable.ts',
    right: 'received_quantity - restocked_quantity as pieces',
    wrong: '0 as pieces',
    tests: returns,
  },
  {
    name: 'pieces that were refunded and kept off sale go there with the last of the money',
    file: 'server/orders/restockable.ts',
    right: ' and pieces is not null and not restocked',
    wrong: ' and pieces < 0',
    tests: ['server/payments/refund-pieces.test.ts'],
  },
  {
    name: 'pieces of a return go on sale, and the order does not count them',
    file: 'server/payments/refund-return.ts',
    right: '{ order, restocks: restock, shippedAt }',
    wrong: '{ order, restocks: 0, shippedAt }',
    tests: lists,
  },
  {
    name: 'a return that gives nothing back gives all',
    file: 'server/returns/settle-return.ts',
    right: 'wanted.amount === undefined ? most',
    wrong: '!wanted.amount ? most',
    tests: lists,
  },
];
