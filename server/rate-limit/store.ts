import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { networkOf, siteOf } from '#server/http/network-address.ts';
import type { Database } from '#server/shop.ts';

/** How many requests of one kind are allowed in ten minutes. */
export interface RateLimit {
  /** From one address for one account: enough for a person who mistypes, and no more. */
  readonly perAccount: number;
  /** From one address for all accounts: higher, because many customers can share an address. */
  readonly perAddress: number;
}

const windowSeconds = 600;

/** An IPv6 site (/48) has the limit of this many networks (/64): it may be many people, or one attacker with 65,536 networks. */
const siteFactor = 3;

/** A request that a rate limit applies to. */
export interface LimitedRequest {
  /** The kind; each kind is counted by itself. */
  readonly what: string;
  readonly address: string;
  readonly account: string | undefined;
}

/** One counter: at most `most` in a window of so many seconds. */
export interface Counter {
  readonly key: readonly string[];
  readonly most: number;
  readonly seconds: number;
}

/**
 * Counts a request against its limit. Answers how many seconds to wait when there were too many, else undefined. A request
 * that the account's limit refuses is not counted for the address, so one customer's failures never lock out others behind
 * the same address. The counters are in the database, so all copies of the shop share them.
 */
export async function countRequest(
  db: Database,
  request: LimitedRequest,
  limit: RateLimit,
  now: Date,
): Promise<number | undefined> {
  for (const counter of countersFor(request, limit)) {
    const wait = await incrementCounter(db, counter, now);
    if (wait !== undefined) return wait;
  }
  return undefined;
}

/** Undoes `countRequest` for a request that was not carried out. */
export async function uncountRequest(db: Database, request: LimitedRequest): Promise<void> {
  for (const counter of countersFor(request, noLimit)) await decrementCounter(db, counter);
}

/** Resets an account's counters for an address: after the right password, the failures before it were the owner's typos. */
export async function forgetRequests(db: Database, request: LimitedRequest): Promise<void> {
  if (request.account === undefined) return;
  for (const counter of countersFor(request, noLimit))
    // Those of [what, source, account].
    if (counter.key.length === 3) await resetCounter(db, counter);
}

/** Adds one; answers how many seconds to wait when that is too many, else undefined. */
export async function incrementCounter(
  db: Database,
  { key, most, seconds }: Counter,
  now: Date,
): Promise<number | undefined> {
  const ends = new Date(now.getTime() + seconds * 1000);
  const { rows } = await sql<{ count: number; window_ends: Date }>`
    insert into identity.attempts as a (key, count, window_ends) values (${hashKey(key)}, 1, ${ends})
    on conflict (key) do update set
      count = case when a.window_ends <= ${now} then 1 else a.count + 1 end,
      window_ends = case when a.window_ends <= ${now} then ${ends} else a.window_ends end
    returning a.count, a.window_ends`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error('An upsert answered no row.');
  // Every new window deletes expired ones, so the table stays small.
  if (row.count === 1) await deleteExpired(db, now);
  return row.count > most
    ? Math.max(1, Math.ceil((row.window_ends.getTime() - now.getTime()) / 1000))
    : undefined;
}

/** Starts counting from zero. */
export async function resetCounter(db: Database, { key }: Pick<Counter, 'key'>): Promise<void> {
  await sql`delete from identity.attempts where key = ${hashKey(key)}`.execute(db);
}

/** Takes one away. */
export async function decrementCounter(db: Database, { key }: Pick<Counter, 'key'>): Promise<void> {
  await sql`update identity.attempts set count = count - 1 where key = ${hashKey(key)} and count > 0`.execute(
    db,
  );
}

const noLimit: RateLimit = { perAccount: 0, perAddress: 0 };

/** Narrowest first: what a narrow counter refuses is not counted in the wider ones. */
function countersFor(
  { what, address, account }: LimitedRequest,
  { perAccount, perAddress }: RateLimit,
): Counter[] {
  const network = networkOf(address);
  const site = siteOf(address);
  const sources = [{ source: network, factor: 1 }];
  // An IPv4 address is its own site and is counted once.
  if (site !== network) sources.push({ source: `${site}/48`, factor: siteFactor });
  const counters = (most: number, accounts: readonly string[]) =>
    sources.map(({ source, factor }) => ({
      key: [what, source, ...accounts],
      most: most * factor,
      seconds: windowSeconds,
    }));
  return [
    ...(account === undefined ? [] : counters(perAccount, [account])),
    ...counters(perAddress, []),
  ];
}

async function deleteExpired(db: Database, now: Date): Promise<void> {
  await sql`
    delete from identity.attempts where key in (
      select key from identity.attempts where window_ends <= ${now} limit 1000 for update skip locked)`.execute(
    db,
  );
}

/** Hashed, so that the table holds no addresses and accounts. */
function hashKey(key: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(key)).digest('base64url');
}
