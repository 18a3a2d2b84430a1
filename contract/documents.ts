import * as z from 'zod/mini';
import { Id, Moment } from './fields.ts';

/** Pages made for printing. Receipts and credit notes have numbers of their own, in series without gaps. */
export const DocumentKind = z.enum(['confirmation', 'packing-slip', 'receipt', 'credit-note']);
export type DocumentKind = z.infer<typeof DocumentKind>;

const Delivery = z.object({ address: z.string(), phone: z.string() });
export type Delivery = z.infer<typeof Delivery>;

/** What every document says. A day is the moment's day in UTC; amounts are dollars. */
const Head = z.object({
  number: z.string(),
  /** Of the order, the shipment, or the day on which the number was given. */
  date: Moment,
  seller: z.object({ name: z.string(), street: z.string(), phone: z.string(), email: z.string() }),
  buyer: z.object({ name: z.string(), email: z.string() }),
  /** Where everything goes; null where each line says it. */
  delivery: z.nullable(Delivery),
  /** The buyer's own numbers of the purchase. */
  poNumbers: z.array(z.string()),
});
export type DocumentHead = z.infer<typeof Head>;

const Line = z.object({
  orderNumber: z.string(),
  partNumber: z.nullable(z.string()),
  name: z.string(),
  /** Null where the document says it for all lines. */
  delivery: z.nullable(Delivery),
});

const PricedLine = z.extend(Line, { quantity: z.number(), price: z.number(), total: z.number() });

/** An order, or a list with all its orders, as it stands now. */
const Confirmation = z.extend(Head, {
  kind: z.literal('confirmation'),
  /** The list that a single order was ordered with. */
  listNumber: z.nullable(z.string()),
  note: z.string(),
  lines: z.array(z.extend(PricedLine, { cancelled: z.boolean() })),
  /** `total` is what is not cancelled: the sum of `paid` and `open`. */
  sums: z.object({
    ordered: z.number(),
    cancelled: z.number(),
    total: z.number(),
    paid: z.number(),
    open: z.number(),
  }),
  payments: z.array(z.object({ transactionId: z.string(), paidAt: Moment, amount: z.number() })),
});

/** What is in a shipment; without prices. */
const PackingSlip = z.extend(Head, {
  kind: z.literal('packing-slip'),
  listNumber: z.nullable(z.string()),
  note: z.string(),
  orderedAt: Moment,
  carrier: z.nullable(z.string()),
  trackingNumber: z.nullable(z.string()),
  /** Pieces; `before` left with earlier shipments of the order. */
  lines: z.array(z.extend(Line, { ordered: z.number(), before: z.number(), shipped: z.number() })),
});

/** What a payment collected; its facts are those of the day on which it got its number. */
const Receipt = z.extend(Head, {
  kind: z.literal('receipt'),
  paidAt: Moment,
  transactionId: z.string(),
  /** `returned`: what was collected for this order went back at once, because it could not be paid any more. */
  lines: z.array(z.extend(PricedLine, { returned: z.boolean() })),
  /** `paid` is `collected` without `returned`. */
  sums: z.object({ collected: z.number(), returned: z.number(), paid: z.number() }),
});

/** Money that went back of what a receipt says. */
const CreditNote = z.extend(Head, {
  kind: z.literal('credit-note'),
  receiptNumber: z.string(),
  refundedAt: Moment,
  transactionId: z.string(),
  reason: z.string(),
  /** `pieces` were refunded and will not be shipped; null where an amount was refunded. */
  lines: z.array(
    z.extend(Line, {
      quantity: z.number(),
      total: z.number(),
      pieces: z.nullable(z.number()),
      refunded: z.number(),
    }),
  ),
  refunded: z.number(),
  /** The card did not take the money, so it came back to the shop afterwards. */
  failed: z.boolean(),
});

export const PrintedDocument = z.discriminatedUnion('kind', [
  Confirmation,
  PackingSlip,
  Receipt,
  CreditNote,
]);
export type PrintedDocument = z.infer<typeof PrintedDocument>;
export type DocumentOf<Kind extends DocumentKind> = Extract<PrintedDocument, { kind: Kind }>;

/**
 * A document there is. Its id is that of the order or list (confirmation), of the shipment (packing slip), of an order that
 * was paid (receipt) or of the refund (credit note).
 */
export const DocumentLink = z.object({
  kind: DocumentKind,
  _id: Id,
  /** Null until somebody opens the receipt or credit note: then it gets its number. */
  number: z.nullable(z.string()),
  date: Moment,
  /** Dollars; null on packing slips. */
  amount: z.nullable(z.number()),
});
export type DocumentLink = z.infer<typeof DocumentLink>;

/** A document in the data of an account. */
export const OwnDocument = z.object({
  kind: DocumentKind,
  number: z.string(),
  issuedAt: Moment,
  /** What it says. */
  content: z.unknown(),
});
