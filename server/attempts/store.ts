import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { networkOf } from '#server/network-address.ts';
import type { Database } from '#server/shop.ts';

/** How often something may be tried within ten minutes. */
export interface AttemptLimit {
  /** By one address on one account: what a person who mistypes needs, and no more. */
  readonly perAccount: number;
  /** By one address in all: higher, because many customers can sit behind it. */
  readonly perAddress: number;
}

const windowSeconds = 600;

/** What is tried, from where, on which account. */
export interface Attempt {
  readonly what: string;
  readonly address: string;
  readonly account: string | undefined;
}

/**
 * Counts an attempt; answers how many seconds to wait when there were too many, else undefined.
 * An attempt the account's limit refuses is not counted for the address, so one customer's failures never lock out
 * the neighbours behind the same address. Kept in the database: any number of copies of the shop count together.
 */
export async function countAttempt(db: Database, attempt: Attempt, limit: AttemptLimit, now: Date): Promise<number | undefined> {
  const address = networkOf(attempt.address);
  if (attempt.account !== undefined) {
    const onAccount = await count(db, keyOf(attempt.what, address, attempt.account), now);
    if (onAccount.count > limit.perAccount) return onAccount.secondsLeft;
  }
  const fromAddress = await count(db, keyOf(attempt.what, address), now);
  return fromAddress.count > limit.perAddress ? fromAddress.secondsLeft : undefined;
}

/** Forgets an account's attempts from an address: the right password proves that it was its owner who mistyped. */
export async function forgetAttempts(db: Database, attempt: Attempt): Promise<void> {
  if (attempt.account === undefined) return;
  await sql`delete from identity.attempts where key = ${keyOf(attempt.what, networkOf(attempt.address), attempt.account)}`.execute(db);
}

interface Window {
  readonly count: number;
  readonly secondsLeft: number;
}

async function count(db: Database, key: string, now: Date): Promise<Window> {
  const ends = new Date(now.getTime() + windowSeconds * 1000);
  const { rows } = await sql<{ count: number; window_ends: Date }>`
    insert into identity.attempts as a (key, count, window_ends) values (${key}, 1, ${ends})
    on conflict (key) do update set
      count = case when a.window_ends <= ${now} then 1 else a.count + 1 end,
      window_ends = case when a.window_ends <= ${now} then ${ends} else a.window_ends end
    returning a.count, a.window_ends`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error('An upsert answered no row.');
  // Whoever opens a window sweeps the closed ones, so the table never holds more than about ten minutes.
  if (row.count === 1) await sweep(db, now);
  return { count: row.count, secondsLeft: Math.max(1, Math.ceil((row.window_ends.getTime() - now.getTime()) / 1000)) };
}

async function sweep(db: Database, now: Date): Promise<void> {
  await sql`
    delete from identity.attempts where key in (
      select key from identity.attempts where window_ends <= ${now} limit 1000 for update skip locked)`.execute(db);
}

/** Hashed: the table of attempts is no list of addresses and accounts. */
function keyOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
