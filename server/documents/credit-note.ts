import type { DocumentOf } from '#contract/documents.ts';
import { seriesNumber } from '#contract/document-rules.ts';
import { dollarsOf } from '#contract/money.ts';
import { refuse } from '#server/http/refusal.ts';
import type { OrderScope } from '#server/orders/store.ts';
import type { Database, Shop } from '#server/shop.ts';
import { headOf, lineOf, sellerOf, type CreditNoteFacts, type Seller } from './facts.ts';
import { numberDocument } from './number-document.ts';
import { findNotedRefund, type NotedRefund } from './paid-store.ts';
import { findPrintedOrder, listPrintedOrders } from './printed-orders.ts';
import { numberReceipt } from './receipt.ts';
import { findDocument } from './store.ts';

/**
 * The credit note of a refund that was made, with all orders of which money went back. It names its receipt, which gets its
 * number first. Refuses with `document_not_found`.
 */
export async function showCreditNote(
  shop: Shop,
  whose: OrderScope,
  refundId: string,
): Promise<DocumentOf<'credit-note'>> {
  const refund = (await findNotedRefund(shop.db, refundId)) ?? refuse('document_not_found');
  const [share] = refund.shares;
  if (!share || !(await findPrintedOrder(shop.db, share.orderId, whose)))
    refuse('document_not_found');
  const subject = {
    kind: 'credit-note',
    intent_id: refund.intent_id,
    refund_id: refund.id,
  } as const;
  if (refund.state !== 'done' && !(await findDocument(shop.db, subject)))
    refuse('document_not_found');
  const receipt = await numberReceipt(shop, refund.intent_id);
  const receiptNumber = seriesNumber('receipt', receipt);
  const seller = await sellerOf(shop);
  const row = await numberDocument(shop, subject, (tx) =>
    writeCreditNote(tx, refund, { seller, receiptNumber }),
  );
  return {
    kind: 'credit-note',
    number: seriesNumber('credit-note', row),
    date: row.issued_at.toISOString(),
    ...row.content,
    failed: refund.state !== 'done',
  };
}

async function writeCreditNote(
  tx: Database,
  { intent_id, shares, pieces, ...refund }: NotedRefund,
  { seller, receiptNumber }: { seller: Seller; receiptNumber: string },
): Promise<CreditNoteFacts> {
  const refunded = new Map(shares.map(({ orderId, cents }) => [orderId, cents]));
  const orders = await listPrintedOrders(tx, { ids: [...refunded.keys()] });
  // Read again: who closed the account meanwhile may have been named in it.
  const reason = (await findNotedRefund(tx, refund.id))?.reason ?? refund.reason;
  return {
    ...headOf(seller, orders),
    receiptNumber,
    refundedAt: refund.updated_at.toISOString(),
    transactionId: intent_id,
    reason,
    lines: orders.map((order) => ({
      ...lineOf(order, orders),
      quantity: order.quantity,
      total: dollarsOf(order.total_cents),
      pieces,
      refunded: dollarsOf(refunded.get(order.id) ?? 0),
    })),
    refunded: dollarsOf(shares.reduce((sum, { cents }) => sum + cents, 0)),
  };
}
