import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { networkOf, siteOf } from '#server/http/network-address.ts';
import type { Database } from '#server/shop.ts';

/** How often something may be tried within ten minutes. */
export interface AttemptLimit {
  /** By one address on one account: what a person who mistypes needs, and no more. */
  readonly perAccount: number;
  /** By one address in all: higher, because many customers can sit behind it. */
  readonly perAddress: number;
}

const windowSeconds = 600;

/** One IPv6 site (/48) may try as often as so many of its 65,536 networks: many people, and still not one guesser with many addresses. */
const networksOfSite = 3;

/** What is tried, from where, on which account. */
export interface Attempt {
  readonly what: string;
  readonly address: string;
  readonly account: string | undefined;
}

/** Something that is counted, and how often it may happen within a time. */
export interface Counter {
  readonly key: readonly string[];
  readonly most: number;
  readonly seconds: number;
}

/**
 * Counts an attempt; answers how many seconds to wait when there were too many, else undefined.
 * An attempt the account's limit refuses is not counted for the address, so one customer's failures never lock out
 * the neighbours behind the same address. Kept in the database: any number of copies of the shop count together.
 */
export async function countAttempt(
  db: Database,
  attempt: Attempt,
  limit: AttemptLimit,
  now: Date,
): Promise<number | undefined> {
  for (const counter of countersOf(attempt, limit)) {
    const wait = await countIn(db, counter, now);
    if (wait !== undefined) return wait;
  }
  return undefined;
}

/** Takes an attempt back that was not made in the end. */
export async function uncountAttempt(db: Database, attempt: Attempt): Promise<void> {
  for (const counter of countersOf(attempt, { perAccount: 0, perAddress: 0 }))
    await uncount(db, counter);
}

/** Forgets an account's attempts from an address: the right password proves that it was its owner who mistyped. */
export async function forgetAttempts(db: Database, attempt: Attempt): Promise<void> {
  if (attempt.account === undefined) return;
  const counters = countersOf(attempt, { perAccount: 0, perAddress: 0 }).filter(
    ({ key }) => key.length === 3,
  );
  await sql`delete from identity.attempts where key in (${sql.join(counters.map(({ key }) => hashOf(key)))})`.execute(
    db,
  );
}

/** Counts one more; answers how many seconds to wait when that is too many, else undefined. */
export async function countIn(
  db: Database,
  { key, most, seconds }: Counter,
  now: Date,
): Promise<number | undefined> {
  const ends = new Date(now.getTime() + seconds * 1000);
  const { rows } = await sql<{ count: number; window_ends: Date }>`
    insert into identity.attempts as a (key, count, window_ends) values (${hashOf(key)}, 1, ${ends})
    on conflict (key) do update set
      count = case when a.window_ends <= ${now} then 1 else a.count + 1 end,
      window_ends = case when a.window_ends <= ${now} then ${ends} else a.window_ends end
    returning a.count, a.window_ends`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error('An upsert answered no row.');
  // Whoever opens a window sweeps the closed ones, so the table never holds much more than what still counts.
  if (row.count === 1) await sweep(db, now);
  return row.count > most
    ? Math.max(1, Math.ceil((row.window_ends.getTime() - now.getTime()) / 1000))
    : undefined;
}

/** Begins to count anew. */
export async function forgetCounter(db: Database, { key }: Pick<Counter, 'key'>): Promise<void> {
  await sql`delete from identity.attempts where key = ${hashOf(key)}`.execute(db);
}

/** Takes one back. */
export async function uncount(db: Database, { key }: Pick<Counter, 'key'>): Promise<void> {
  await sql`update identity.attempts set count = count - 1 where key = ${hashOf(key)} and count > 0`.execute(
    db,
  );
}

/** The narrowest first: what it refuses is not counted in the wider ones. */
function countersOf(
  { what, address, account }: Attempt,
  { perAccount, perAddress }: AttemptLimit,
): Counter[] {
  const network = networkOf(address);
  const site = siteOf(address);
  const places = [{ place: network, times: 1 }];
  // An IPv4 address is its own site, and counted once.
  if (site !== network) places.push({ place: `${site}/48`, times: networksOfSite });
  const onAccount =
    account === undefined
      ? []
      : places.map(({ place, times }) => ({
          key: [what, place, account],
          most: perAccount * times,
        }));
  const inAll = places.map(({ place, times }) => ({
    key: [what, place],
    most: perAddress * times,
  }));
  return [...onAccount, ...inAll].map((counter) => ({ ...counter, seconds: windowSeconds }));
}

async function sweep(db: Database, now: Date): Promise<void> {
  await sql`
    delete from identity.attempts where key in (
      select key from identity.attempts where window_ends <= ${now} limit 1000 for update skip locked)`.execute(
    db,
  );
}

/** Hashed: the table of attempts is no list of addresses and accounts. */
function hashOf(key: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(key)).digest('base64url');
}
