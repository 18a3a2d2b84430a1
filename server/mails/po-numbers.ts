import type { Letter } from './mail-template.ts';
import type { MailedOrder } from './store.ts';

/** By what the customer books the orders, each once; only for a proven address: otherwise anybody could have a text of theirs mailed by us to a stranger. */
export function poNumbersOf(
  orders: readonly Pick<MailedOrder, 'isOwnAddress' | 'po_number'>[],
): Letter['facts'] {
  const numbers = orders.flatMap(({ isOwnAddress, po_number }) =>
    isOwnAddress && po_number ? po_number : [],
  );
  return [['Your PO number', [...new Set(numbers)].join(', ') || null]];
}
