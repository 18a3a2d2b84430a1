import * as z from 'zod/mini';
import { listOf, type Endpoint } from './endpoint.ts';
import { Id, line, Moment, PageQuery } from './fields.ts';
import { Part } from './parts.ts';

/** A part that a customer ordered and paid, and how it is sold now. Dollars by the piece; orders that were wholly refunded do not count. */
export const BoughtPart = z.object({
  productId: Id,
  /** As it was called in the last order. */
  productName: z.string(),
  partNumber: z.nullable(z.string()),
  image: z.string(),
  /** The last order: its id, when it was placed, its pieces and its price. */
  orderId: Id,
  orderedAt: Moment,
  quantity: z.number(),
  price: z.number(),
  /** In how many orders, and how many pieces in all, without those that were refunded before they were shipped. */
  orders: z.number(),
  pieces: z.number(),
  /** The part itself, or what takes its place; null when neither is sold any more. */
  part: z.nullable(Part),
});
export type BoughtPart = z.infer<typeof BoughtPart>;

/** Which of them: `q` searches names and numbers, `productId` asks about one part. */
export const BoughtQuery = z.object({
  ...PageQuery,
  q: z.optional(line(100, 0)),
  productId: z.optional(Id),
});
export type BoughtQuery = z.infer<typeof BoughtQuery>;

/** What a customer bought before, beyond Spec §7. */
export const boughtCalls = {
  listBoughtParts: {
    ...listOf(BoughtPart),
    path: '/bought-before',
    summary:
      'The parts that the caller ordered and paid, each once, the last order first: its price and pieces, and how the part is sold now.',
    access: 'customer',
    price: 3,
    query: BoughtQuery,
  },
} as const satisfies Record<string, Endpoint>;
