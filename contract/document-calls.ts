import * as z from 'zod/mini';
import { DocumentKind, DocumentLink, PrintedDocument } from './documents.ts';
import type { Endpoint } from './endpoint.ts';
import { byId, Id } from './fields.ts';

/** Pages made for printing, beyond Spec §7. */
export const documentCalls = {
  getDocument: {
    method: 'GET',
    path: '/documents/{kind}/{id}',
    summary:
      'What an order confirmation, packing slip, receipt or credit note says. A receipt or credit note gets its number the first time.',
    access: 'owner',
    price: 5,
    params: z.object({ kind: DocumentKind, id: Id }),
    missing: 'document_not_found',
    answer: PrintedDocument,
    errors: ['document_waits'],
  },
  listOrderDocuments: {
    method: 'GET',
    path: '/orders/{id}/documents',
    summary: 'The documents that there are of an order.',
    access: 'owner',
    params: byId,
    missing: 'order_not_found',
    answer: z.array(DocumentLink),
  },
  listBatchDocuments: {
    method: 'GET',
    path: '/batches/{id}/documents',
    summary: 'The documents that there are of a batch and its orders.',
    access: 'owner',
    price: 5,
    params: byId,
    missing: 'batch_not_found',
    answer: z.array(DocumentLink),
  },
} as const satisfies Record<string, Endpoint>;
