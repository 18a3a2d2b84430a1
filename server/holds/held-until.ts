import { sql, type RawBuilder } from 'kysely';
import { hourMs } from '#contract/durations.ts';
import type { OrderState } from '#server/db/schema.ts';

/** States in which an order keeps its pieces without having been paid. */
export const holding = ['unpaid', 'cancelling'] as const satisfies OrderState[];

/** Until when an order that is not paid holds its pieces; orders from before the end was written down keep what they had. */
export function heldUntil(
  order: { held_until: Date | null; created_at: Date },
  orderHoldHours: number,
): Date {
  return order.held_until ?? new Date(order.created_at.getTime() + orderHoldHours * hourMs);
}

/** `heldUntil` of the rows of `orders` that a statement looks at. */
export function heldUntilColumn(orderHoldHours: number): RawBuilder<Date> {
  return sql<Date>`coalesce(orders.held_until, orders.created_at + ${duration(orderHoldHours * hourMs)})`;
}

/** From when on a customer is reminded that a hold ends: the last third of it, at most a day. */
export function remindFromColumn(orderHoldHours: number): RawBuilder<Date> {
  const end = heldUntilColumn(orderHoldHours);
  return sql<Date>`${end} - least((${end} - orders.created_at) / 3, interval '24 hours')`;
}

/** A length of time as the database adds it to a moment. */
export function duration(ms: number): RawBuilder<unknown> {
  return sql`${ms}::double precision * interval '1 millisecond'`;
}
