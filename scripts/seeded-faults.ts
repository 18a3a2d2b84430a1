/** A mistake that would lose or invent money, stock or an order, and the tests that must notice it. */
export interface SeededFault {
  readonly name: string;
  readonly file: string;
  readonly right: string;
  readonly wrong: string;
  readonly tests: readonly string[];
}

const payments = ['server/payments', 'test/model.test.ts'];

/** Planted one at a time by `npm run mutate -- seeded`. */
export const seededFaults: readonly SeededFault[] = [
  {
    name: 'stock is taken without looking whether there is enough',
    file: 'server/orders/placed-store.ts',
    right: ' and in_stock >= ${given.inStock}',
    wrong: '',
    tests: ['server/orders/place-order-meanwhile.test.ts', 'test/faults-races.test.ts'],
  },
  {
    name: 'stock is not taken at all',
    file: 'server/orders/placed-store.ts',
    right: 'set in_stock = in_stock - ${given.quantity}',
    wrong: 'set in_stock = in_stock - 0 * ${given.quantity}::int',
    tests: ['server/orders/place-order.test.ts'],
  },
  {
    name: 'the idempotency row is not claimed',
    file: 'server/orders/place-order.ts',
    right: 'if (buyer.before) return',
    wrong: 'if (buyer.before && Date.now() < 0) return',
    tests: ['server/orders/place-order.test.ts'],
  },
  {
    name: 'the order is made at the price the browser says',
    file: 'server/orders/new-order.ts',
    right: 'unit_price_cents: unitCents',
    wrong:
      "unit_price_cents: Math.round(Number(('price' in wanted && wanted.price) || 0) * 100) || unitCents",
    tests: ['server/orders/place-order.test.ts'],
  },
  {
    name: 'anybody may cancel anybody\u2019s order',
    file: 'server/orders/store.ts',
    right: "  if (!whose.isAdmin) order = order.where('user_id', '=', whose.userId);\n",
    wrong: '',
    tests: ['server/orders/cancel-order.test.ts'],
  },
  {
    name: 'a cancelled order keeps its pieces',
    file: 'server/orders/cancel-order.ts',
    right:
      "    await returnPieces(tx, order, { pieces: order.quantity, reason: 'cancel', ...source });\n",
    wrong: '',
    tests: ['server/orders/cancel-order.test.ts'],
  },
  {
    name: 'an order is cancelled without ending its payment at the provider',
    file: 'server/orders/cancel-order.ts',
    right: 'const payment = await endOpenPayment(shop, orderId);',
    wrong:
      "const payment = Date.now() > 0 ? ('ended' as string) : await endOpenPayment(shop, orderId);",
    tests: ['server/orders/cancel-order.test.ts', 'test/model.test.ts'],
  },
  {
    name: 'the amount of a payment is not compared with the order',
    file: 'server/payments/book-money.ts',
    right: 'intent.amountCents === sumOf(orders) &&',
    wrong: '',
    tests: ['server/payments/settle.test.ts'],
  },
  {
    name: 'money for a cancelled order is not written down to go back',
    file: 'server/payments/settle.ts',
    right: "return settled === 'refund_due' ? finishRefund(shop, intent.id) : settled;",
    wrong: 'return settled;',
    tests: payments,
  },
  {
    name: 'a transaction of another order is accepted',
    file: 'server/payments/store.ts',
    right: "join.onRef('line.order_id', '=', 'orders.id').on('line.intent_id', '=', intentId)",
    wrong: "join.on('line.intent_id', '=', intentId)",
    tests: payments,
  },
  {
    name: 'the signature of a message is not checked',
    file: 'server/third-parties/cards/stripe-events.ts',
    right: 'return stripe.webhooks.constructEvent(',
    wrong:
      'if (Date.now() > 0) return JSON.parse(rawBody.toString()) as unknown;\n    return stripe.webhooks.constructEvent(',
    tests: payments,
  },
  {
    name: 'a refund is asked of the provider without a key',
    file: 'server/third-parties/cards/stripe-cards.ts',
    right: '`refund-${key}`',
    wrong: '`refund-${key}-${Math.random()}`',
    // No test through the shop notices it, because the provider's webhook also marks a refund whose answer was lost.
    tests: ['server/third-parties/cards/stripe-cards.test.ts'],
  },
  {
    name: 'refunds may add up to more than was paid',
    file: 'server/payments/refund-order.ts',
    right: "  if (amount > left) refuse('refund_too_large'",
    wrong: "  if (amount > order.total_cents) refuse('refund_too_large'",
    tests: ['server/payments/refund-order.test.ts'],
  },
  {
    name: 'a refund that failed is never tried again',
    file: 'server/payments/reconcile-payments.ts',
    right: 'await mapLimit(due, atOnce, (refund) => finishAdminRefund(shop, refund));',
    wrong: 'void due;',
    tests: ['server/payments/refund-order.test.ts', 'test/model.test.ts'],
  },
  {
    name: 'an unpaid order holds its pieces for ever',
    file: 'server/orders/end-orders.ts',
    right: 'await endAll(shop, [...ofNoBatch(orders), ...lines]);',
    wrong: 'void lines;',
    tests: ['server/orders/end-orders.test.ts'],
  },
  {
    name: 'a stale edit of a part overwrites a newer one',
    file: 'server/parts/manage-parts.ts',
    right:
      "    if (Object.keys(changed).length > 0) refuse('part_changed', { details: { changed } });\n",
    wrong: '',
    tests: ['server/parts/manage-parts.test.ts'],
  },
  {
    name: 'the currency of a payment is not compared',
    file: 'server/payments/book-money.ts',
    right: "intent.currency === 'usd' && ",
    wrong: '',
    tests: ['server/payments/settle.test.ts'],
  },
  {
    name: 'one payment that is not answered about stops all others',
    file: 'server/payments/reconcile-payments.ts',
    right: '!answered.includes(true)',
    wrong: 'answered.includes(false)',
    tests: ['server/payments/reconcile-payments.test.ts'],
  },
  {
    name: 'refunds that are done are asked for again',
    file: 'server/payments/refund-store.ts',
    right: "        .where('state', '=', 'due')\n        .where('updated_at', '<=', quietSince)\n",
    wrong: "        .where('updated_at', '<=', quietSince)\n",
    tests: ['server/payments/refund-order.test.ts'],
  },
  {
    name: 'a part just at its minimum is told to be below it',
    file: 'server/mails/mail-admins.ts',
    right: 'if (part.in_stock >= part.order_quantity) return;',
    wrong: 'if (part.in_stock > part.order_quantity) return;',
    tests: ['server/mails/admin-mails.test.ts', 'server/orders/place-order-meanwhile.test.ts'],
  },
  {
    name: 'the next customer at this computer finds the draft of the last one',
    file: 'web/orders/order-draft.ts',
    right: '`order-draft:${whose.partId}:${whose.email}`',
    wrong: '`order-draft:${whose.partId}`',
    tests: ['web/orders/order-draft.test.tsx'],
  },
];
