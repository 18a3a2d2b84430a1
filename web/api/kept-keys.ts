import { newRandomKey } from './random-key.ts';

/** What is asked for under a key that outlives its form. */
type Asked = 'shipment' | 'refund' | 'list';

/** Idempotency keys of what was asked for, of which nobody knows yet how it went. */
const keys = new Map<string, string>();

/**
 * The key of the next one for `whose`: the same until an answer says how the last one went, so that one whose answer was lost is not made
 * twice. A form's own key is gone with the form, which is a new one when the page has loaded what was changed.
 */
export function keptKey(asked: Asked, whose: string): string {
  const name = `${asked} ${whose}`;
  const key = keys.get(name) ?? newRandomKey();
  keys.set(name, key);
  return key;
}

/** The last one was made, or its key belongs to another: the next one has a new key. */
export function endKeptKey(asked: Asked, whose: string): void {
  keys.delete(`${asked} ${whose}`);
}
