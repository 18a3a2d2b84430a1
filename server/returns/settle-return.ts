import { centsOf, dollarsOf } from '#contract/money.ts';
import { returnNumber, returnReasons } from '#contract/return-rules.ts';
import type { ReturnStep } from '#contract/returns.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Customer } from '#server/http/who.ts';
import { mailCustomer } from '#server/mails/mail-customer.ts';
import { countRestockable } from '#server/orders/restockable.ts';
import type { OrderRow } from '#server/orders/store.ts';
import { bookReturn, finishRefund } from '#server/payments/refund-return.ts';
import type { Database, Shop } from '#server/shop.ts';
import { mostRefundable, mostRestockable } from './show-return.ts';
import { updateReturn, type ReturnRow } from './store.ts';

export { finishRefund };

interface Settling {
  readonly row: ReturnRow;
  readonly order: OrderRow;
  readonly admin: Customer;
  readonly wanted: Extract<ReturnStep, { step: 'settle' }>;
  readonly now: Date;
}

/**
 * Promises the money of what has arrived, and puts pieces of it on sale, in one transaction with the end of the return. Answers
 * the refund that the provider is to be asked for; undefined when nothing is given back.
 */
export async function settle(
  tx: Database,
  shop: Shop,
  { row, order, admin, wanted, now }: Settling,
): Promise<string | undefined> {
  if (row.state !== 'received') refuse('return_state');
  const most = mostRefundable(row, order);
  const amountCents = wanted.amount === undefined ? most : centsOf(wanted.amount);
  if (amountCents > most) refuse('refund_too_large', { details: { left: dollarsOf(most) } });
  if (amountCents > 0 && order.disputed_since !== null) refuse('order_disputed');
  const restockable = await countRestockable(tx, [order]);
  const mostPieces = mostRestockable(row, restockable(order.id));
  const { restock } = wanted;
  if (restock > mostPieces) refuse('restock_too_large', { details: { left: mostPieces } });
  const pieces = row.received_quantity ?? 0;
  const number = returnNumber(row.order_id, row.number);
  const reason = `Return ${number}, ${pieces} ${pieces === 1 ? 'piece' : 'pieces'}: ${returnReasons[row.reason].toLowerCase()}`;
  const refundId = await bookReturn(tx, { order, admin, amountCents, reason, restock, now });
  await updateReturn(tx, row.id, {
    state: 'settled',
    refunded_cents: amountCents,
    refund_id: refundId ?? null,
    restocked_quantity: restock,
    settled_by: admin.userId,
    settled_at: now,
  });
  const told = { returnId: row.id, number, quantity: pieces, amountCents };
  const kind = refundId === undefined ? 'return_settled' : 'return_refunded';
  await mailCustomer(tx, shop, order.id, { kind, ...told, refundId: refundId ?? '' });
  return refundId;
}
