import { randomUUID } from 'node:crypto';

/** A UUIDv7 (RFC 9562): time-ordered, so that new rows land at the end of the index. Not for ids that must not be guessed. */
export function newId(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0');
  // A random UUIDv4 lends its tail: 12 of its bits after the version, and the variant with 62 more, are where v7 wants them.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
