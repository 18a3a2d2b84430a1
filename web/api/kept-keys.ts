import { hourMs } from '#contract/durations.ts';
import { newRandomKey } from './random-key.ts';
import { tryStorage } from './storage.ts';

/** What is asked for under a key that outlives its form. */
type Asked = 'shipment' | 'refund' | 'list';

interface Kept {
  readonly key: string;
  /** When it was asked for last. */
  readonly since: number;
}

/** Idempotency keys of what was asked for, of which nobody knows yet how it went. The tab has them, too, so that they survive a reload. */
const keys = new Map<string, Kept>();

/** Whoever asks for the same so much later than the last time wants another one. */
const longestMs = hourMs;

/**
 * The key of the next one for `whose`: the same until an answer says how the last one went, so that one whose answer was lost is not made
 * twice. A form's own key is gone with the form, which is a new one when the page has loaded what was changed.
 */
export function keptKey(asked: Asked, whose: string): string {
  const name = nameOf(asked, whose);
  const since = Date.now();
  const kept = keys.get(name) ?? tryStorage(() => parsed(sessionStorage.getItem(name)));
  const key = kept && since - kept.since < longestMs ? kept.key : newRandomKey();
  keys.set(name, { key, since });
  tryStorage(() => sessionStorage.setItem(name, JSON.stringify({ key, since })));
  return key;
}

/** The last one was made, or its key belongs to another: the next one has a new key. */
export function endKeptKey(asked: Asked, whose: string): void {
  const name = nameOf(asked, whose);
  keys.delete(name);
  tryStorage(() => sessionStorage.removeItem(name));
}

const nameOf = (asked: Asked, whose: string): string => `${asked}-key:${whose}`;

const parsed = (text: string | null): Kept | null => JSON.parse(String(text)) as Kept | null;
