import { randomUUID } from 'node:crypto';

let lastTime = -1;
let sequence = 0;

/**
 * A UUIDv7 (RFC 9562): ordered by time, so that new rows land at the end of the index, and within one millisecond by a
 * sequence of this process. Not for ids that must be unguessable.
 */
export function newId(now: Date): string {
  sequence = now.getTime() === lastTime ? (sequence + 1) % 0x1000 : 0;
  lastTime = now.getTime();
  const time = lastTime.toString(16).padStart(12, '0');
  const counter = sequence.toString(16).padStart(3, '0');
  // The second half of a random UUIDv4 has its variant bits where v7 wants them.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}-${randomUUID().slice(19)}`;
}
