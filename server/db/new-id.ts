import { randomUUID } from 'node:crypto';

let lastTime = -1;
let sequence = 0;

/**
 * A UUIDv7 (RFC 9562): time-ordered, so that new rows land at the end of the index, and within one millisecond in the
 * order in which this process made them. Not for ids that must not be guessed.
 */
export function newId(now: Date): string {
  sequence = now.getTime() === lastTime ? (sequence + 1) % 0x1000 : 0;
  lastTime = now.getTime();
  const time = lastTime.toString(16).padStart(12, '0');
  const place = sequence.toString(16).padStart(3, '0');
  // A random UUIDv4 lends its second half: its variant bits are where v7 wants them.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${place}-${randomUUID().slice(19)}`;
}
