import { Batch, BatchHistory, BatchPlaced, NewBatch } from './batches.ts';
import type { Endpoint } from './endpoint.ts';
import { BulkDone, byId, notAcknowledged } from './fields.ts';

/** Ordering a list of parts at once, beyond Spec §7. Each line is an order of the specification. */
export const batchCalls = {
  placeBatch: {
    method: 'POST',
    path: '/batches',
    summary:
      'Order a list of parts: all lines or none, or with partly those that can be ordered. Each line is an order.',
    access: 'customer',
    checksToken: true,
    price: 10,
    body: NewBatch,
    answer: BatchPlaced,
    status: 201,
    refused: notAcknowledged,
    errors: [
      'lines_refused',
      'too_many_lines',
      'too_many_unpaid_orders',
      'key_reused',
      'list_ordered_before',
    ],
  },
  getBatch: {
    method: 'GET',
    path: '/batches/{id}',
    summary: 'One batch with all its orders, cancelled ones too.',
    access: 'owner',
    price: 5,
    params: byId,
    missing: 'batch_not_found',
    answer: Batch,
  },
  cancelBatch: {
    method: 'DELETE',
    path: '/batches/{id}',
    summary:
      'Cancel every unpaid line of a batch, by the rules of one order; says of each of them whether it is cancelled.',
    access: 'owner',
    price: 20,
    params: byId,
    missing: 'batch_not_found',
    answer: BulkDone,
    refused: notAcknowledged,
  },
  getBatchHistory: {
    method: 'GET',
    path: '/batches/{id}/history',
    summary: 'What happened to the lines of a batch; what happened to many at once is one event.',
    access: 'owner',
    price: 5,
    params: byId,
    missing: 'batch_not_found',
    answer: BatchHistory,
  },
} as const satisfies Record<string, Endpoint>;
