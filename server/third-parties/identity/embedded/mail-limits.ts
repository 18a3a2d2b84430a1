import { incrementCounter } from '#server/rate-limit/store.ts';
import type { Database } from '#server/shop.ts';

const hour = 3600;
const day = 24 * hour;

/**
 * Whether one more mail of a kind with a code may go to a mailbox now, from wherever it is asked for: five an hour and ten
 * a day, then still one an hour. Codes work for an hour, so whoever uses the limit up does not keep the mailbox's owner
 * out: the newest mail's code works until the next mail may come.
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

/** As `mayMail`, of the link that makes a browser known: one an hour, five a day. It works for a day, so one is always at hand. */
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
