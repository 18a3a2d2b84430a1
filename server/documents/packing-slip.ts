import { batchNumber } from '#contract/batch-rules.ts';
import type { DocumentOf } from '#contract/documents.ts';
import { slipNumber } from '#contract/document-rules.ts';
import { refuse } from '#server/http/refusal.ts';
import type { OrderScope } from '#server/orders/store.ts';
import type { Shop } from '#server/shop.ts';
import { headOf, lineOf, sellerOf, type Seller } from './facts.ts';
import { findPrintedOrder, type PrintedOrder } from './printed-orders.ts';

/** A parcel, and how many pieces of which orders are in it. */
interface PrintedParcel {
  readonly number: string;
  readonly shippedAt: Date;
  readonly carrier: string | null;
  readonly trackingNumber: string | null;
  /** Of one customer, with at least one. */
  readonly contents: readonly (readonly [order: PrintedOrder, pieces: number])[];
}

/** The slip of an order that is shipped, by the order's id. Refuses with `document_not_found`. */
export async function showPackingSlip(
  shop: Shop,
  whose: OrderScope,
  orderId: string,
): Promise<DocumentOf<'packing-slip'>> {
  const order = (await findPrintedOrder(shop.db, orderId, whose)) ?? refuse('document_not_found');
  const { shipped_at: shippedAt, carrier, tracking_number: trackingNumber } = order;
  if (shippedAt === null) refuse('document_not_found');
  const number = slipNumber(order.id);
  const contents = [[order, order.quantity]] as const;
  return slipOf(await sellerOf(shop), { number, shippedAt, carrier, trackingNumber, contents });
}

function slipOf(seller: Seller, parcel: PrintedParcel): DocumentOf<'packing-slip'> {
  const orders = parcel.contents.map(([order]) => order);
  const [first] = orders;
  return {
    kind: 'packing-slip',
    number: parcel.number,
    date: parcel.shippedAt.toISOString(),
    ...headOf(seller, orders),
    listNumber: first?.batch_id ? batchNumber(first.batch_id) : null,
    note: first?.note ?? '',
    orderedAt: (first?.created_at ?? parcel.shippedAt).toISOString(),
    carrier: parcel.carrier,
    trackingNumber: parcel.trackingNumber,
    lines: parcel.contents.map(([order, pieces]) => ({
      ...lineOf(order, orders),
      ordered: order.quantity,
      shipped: pieces,
    })),
  };
}
