import { sql, type RawBuilder } from 'kysely';
import { hourMs } from '#contract/durations.ts';
import { after } from '#server/clock.ts';
import type { OrderState } from '#server/db/order-tables.ts';

/** States in which an order holds its pieces without having been paid. */
export const holding = ['unpaid', 'cancelling'] as const satisfies OrderState[];

/** When the hold of an unpaid order ends; orders from before the column existed have the shop's longest hold. */
export function heldUntil(
  order: { held_until: Date | null; created_at: Date },
  orderHoldHours: number,
): Date {
  return order.held_until ?? after(order.created_at, orderHoldHours * hourMs);
}

/** `heldUntil` in SQL, for the table `orders` of a statement. */
export function heldUntilColumn(orderHoldHours: number): RawBuilder<Date> {
  return sql<Date>`coalesce(orders.held_until, orders.created_at + ${duration(orderHoldHours * hourMs)})`;
}

/** When a customer is reminded: at the last third of the hold, at most a day before its end. */
export function remindFromColumn(orderHoldHours: number): RawBuilder<Date> {
  const end = heldUntilColumn(orderHoldHours);
  return sql<Date>`${end} - least((${end} - orders.created_at) / 3, interval '24 hours')`;
}

/** Milliseconds as an SQL interval. */
export function duration(ms: number): RawBuilder<unknown> {
  return sql`${ms}::double precision * interval '1 millisecond'`;
}
