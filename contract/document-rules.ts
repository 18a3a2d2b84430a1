import type { DocumentKind } from './documents.ts';
import { orderNumber } from './order-rules.ts';

/** The name that a document has as a heading. */
export const documentTitles: Readonly<Record<DocumentKind, string>> = {
  confirmation: 'Order confirmation',
  'packing-slip': 'Packing slip',
  receipt: 'Receipt',
  'credit-note': 'Credit note',
};

export function isDocumentKind(kind: string): kind is DocumentKind {
  return Object.hasOwn(documentTitles, kind);
}

/** The number of a receipt or credit note, such as R-2026-000123. */
export function seriesNumber(
  kind: 'receipt' | 'credit-note',
  { year, number }: { readonly year: number; readonly number: number },
): string {
  return `${kind === 'receipt' ? 'R' : 'C'}-${year}-${String(number).padStart(6, '0')}`;
}

/** The number of a packing slip: that of the order, and of the shipment in it. */
export function slipNumber(orderId: string, shipment: number): string {
  return `${orderNumber(orderId).replace('UH', 'US')}-${shipment}`;
}
