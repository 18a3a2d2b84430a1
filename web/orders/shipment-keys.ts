import { newRandomKey } from '#web/api/random-key.ts';

/** Idempotency keys of shipments of which nobody knows yet how they went. */
const keys = new Map<string, string>();

/** The key of an order's next shipment: the same until an answer says how the last one went, so that one whose answer was lost is not made twice. */
export function shipmentKey(orderId: string): string {
  const key = keys.get(orderId) ?? newRandomKey();
  keys.set(orderId, key);
  return key;
}

/** The last shipment was made, or its key belongs to another: the next one has a new key. */
export function endShipmentKey(orderId: string): void {
  keys.delete(orderId);
}
