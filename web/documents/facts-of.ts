import type { PrintedDocument } from '#contract/documents.ts';
import { utcDayOf } from '#web/ui/moment.ts';

/** What stands beside the addresses: a name and a text each. */
export function factsOf(document: PrintedDocument): (readonly [string, string])[] {
  const own = ownFactsOf(document);
  const po = document.poNumbers.join(', ');
  return [...own, ['PO number', po] as const].flatMap(([name, value]) =>
    value ? [[name, value] as const] : [],
  );
}

function ownFactsOf(document: PrintedDocument): (readonly [string, string | null])[] {
  const day = utcDayOf(document.date);
  switch (document.kind) {
    case 'confirmation':
      return [
        ['Ordered on', day],
        ['List', document.listNumber],
      ];
    case 'packing-slip':
      return [
        ['Shipped on', day],
        ['Ordered on', utcDayOf(document.orderedAt)],
        ['Carrier', document.carrier],
        ['Tracking number', document.trackingNumber],
        ['List', document.listNumber],
      ];
    case 'receipt':
      return [
        ['Issued on', day],
        ['Paid on', utcDayOf(document.paidAt)],
        ['Paid by', 'Card'],
        ['Transaction', document.transactionId],
      ];
    case 'credit-note':
      return [
        ['Issued on', day],
        ['Receipt', document.receiptNumber],
        ['Refunded on', utcDayOf(document.refundedAt)],
        ['Refunded to', 'The card that paid'],
        ['Transaction', document.transactionId],
      ];
  }
}
