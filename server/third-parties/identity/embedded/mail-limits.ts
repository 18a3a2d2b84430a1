import { incrementCounter } from '#server/rate-limit/store.ts';
import type { Database } from '#server/shop.ts';

const hour = 3600;
const day = 24 * hour;

/**
 * Whether one more mail with a code of this kind may be sent to a mailbox: five an hour and ten a day, then still one an
 * hour. Codes are valid for an hour, so somebody who uses up the limit cannot lock the owner out: the newest code works
 * until the next mail may be sent.
 */
export async function mayMail(
  db: Database,
  { kind, recipient }: { readonly kind: string; readonly recipient: string },
  now: Date,
) {
  const within = limitsOf(db, [kind, recipient], now);
  if (!(await within('hour', 5, hour))) return false;
  return (await within('day', 10, day)) || within('beyond the day', 1, hour);
}

/** As `mayMail`, for links that make a browser a known device: one an hour, five a day. They are valid for a day. */
export async function mayMailDeviceCode(
  db: Database,
  recipient: string,
  now: Date,
): Promise<boolean> {
  const within = limitsOf(db, ['device', recipient], now);
  return (await within('hour', 1, hour)) && within('day', 5, day);
}

function limitsOf(db: Database, about: readonly string[], now: Date) {
  return async (name: string, most: number, seconds: number): Promise<boolean> =>
    (await incrementCounter(db, { key: ['mails', ...about, name], most, seconds }, now)) ===
    undefined;
}
