import { orderNumber } from './order-rules.ts';

/** The number of a batch in mails and on pages; that of an order begins with UH. */
export function batchNumber(batchId: string): string {
  return orderNumber(batchId).replace('UH', 'UB');
}
