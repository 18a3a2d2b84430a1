import type { DocumentHead, DocumentOf, Delivery } from '#contract/documents.ts';
import { orderNumber } from '#contract/order-rules.ts';
import type { Shop } from '#server/shop.ts';
import type { PrintedOrder } from './printed-orders.ts';

/** What a receipt says besides its number. */
export type ReceiptFacts = Omit<DocumentOf<'receipt'>, 'kind' | 'number' | 'date'>;

/** What a credit note says besides its number. */
export type CreditNoteFacts = Omit<
  DocumentOf<'credit-note'>,
  'kind' | 'number' | 'date' | 'failed'
>;

export type Seller = DocumentHead['seller'];

/** The shop as its documents name it: what admins have set, and nothing else. */
export async function sellerOf(shop: Shop): Promise<Seller> {
  const { street, phone, email } = (await shop.settings.fresh()).contact;
  return { name: 'Underhood', street, phone, email };
}

/** Buyer, seller and delivery of orders of one customer. */
export function headOf(
  seller: Seller,
  orders: readonly PrintedOrder[],
): Omit<DocumentHead, 'number' | 'date'> {
  const [first] = orders;
  return {
    seller,
    buyer: { name: first?.name ?? '', email: first?.email ?? '' },
    delivery: isOnePlace(orders) && first ? deliveryOf(first) : null,
    poNumbers: [...new Set(orders.flatMap(({ po_number }) => po_number || []))],
  };
}

/** What all lines of documents say of their order. */
export function lineOf(order: PrintedOrder, all: readonly PrintedOrder[]) {
  return {
    orderNumber: orderNumber(order.id),
    partNumber: order.part_number,
    name: order.part_name,
    delivery: isOnePlace(all) ? null : deliveryOf(order),
  };
}

function isOnePlace(orders: readonly PrintedOrder[]): boolean {
  return new Set(orders.map(({ address, phone }) => JSON.stringify([address, phone]))).size === 1;
}

/** Null of an order whose customer has closed the account. */
function deliveryOf({ address, phone }: PrintedOrder): Delivery | null {
  return address === '' && phone === '' ? null : { address, phone };
}
