import { createHash } from 'node:crypto';
import type { AttemptedOrder } from './port.ts';

/**
 * How an attempt names its orders at the provider. One order stands under `order_id`, with the number of its attempt. Several
 * stand under `orders_1`, `orders_2`, …, as many as fit into each: a value may have 500 characters, and there may be 50 keys.
 */
const idsPerKey = 13;

/** Orders that one attempt can collect: 39 of the 50 keys. */
export const mostOrders = 39 * idsPerKey;

/** The same for the same attempts, in any order. */
export function attemptName(orders: readonly AttemptedOrder[]): string {
  const names = orders.map(({ orderId, attempt }) => `order-${orderId}-attempt-${attempt}`);
  if (names.length === 1) return names[0] ?? '';
  return `orders-${createHash('sha256').update(names.toSorted().join()).digest('hex')}`;
}

/** The metadata that names the orders of an attempt. */
export function ordersInMetadata(orders: readonly AttemptedOrder[]): Record<string, string> {
  const [first, ...others] = orders;
  if (first !== undefined && others.length === 0)
    return { order_id: first.orderId, attempt: String(first.attempt) };
  if (orders.length > mostOrders) throw new RangeError(`More than ${mostOrders} orders.`);
  const ids = orders.map(({ orderId }) => orderId).toSorted();
  const metadata: Record<string, string> = { attempt: attemptName(orders) };
  for (let at = 0; at < ids.length; at += idsPerKey)
    metadata[`orders_${1 + at / idsPerKey}`] = ids.slice(at, at + idsPerKey).join(',');
  return metadata;
}

/** The orders that the metadata of an attempt names; none when somebody else wrote it. */
export function ordersOfMetadata(metadata: Readonly<Record<string, string>>): string[] {
  const { order_id: one } = metadata;
  if (one !== undefined) return [one];
  const ids: string[] = [];
  for (let key = 1; ; key += 1) {
    const some = metadata[`orders_${key}`];
    if (some === undefined) return ids;
    ids.push(...some.split(','));
  }
}
