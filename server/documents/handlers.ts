import type { DocumentKind, PrintedDocument } from '#contract/documents.ts';
import type { Handlers } from '#server/http/serve.ts';
import type { OrderScope } from '#server/orders/store.ts';
import type { Shop } from '#server/shop.ts';
import { showConfirmation } from './confirmation.ts';
import { showCreditNote } from './credit-note.ts';
import { listBatchDocuments, listOrderDocuments } from './list-documents.ts';
import { showPackingSlip } from './packing-slip.ts';
import { showReceipt } from './receipt.ts';

const shows: Readonly<
  Record<DocumentKind, (shop: Shop, whose: OrderScope, id: string) => Promise<PrintedDocument>>
> = {
  confirmation: showConfirmation,
  'packing-slip': showPackingSlip,
  receipt: showReceipt,
  'credit-note': showCreditNote,
};

/** Pages made for printing. */
export function documentHandlers(
  shop: Shop,
): Handlers<'getDocument' | 'listOrderDocuments' | 'listBatchDocuments'> {
  return {
    getDocument: ({ params, who }) => shows[params.kind](shop, who, params.id),
    listOrderDocuments: ({ params, who }) => listOrderDocuments(shop, who, params.id),
    listBatchDocuments: ({ params, who }) => listBatchDocuments(shop, who, params.id),
  };
}
