import { createHash } from 'node:crypto';
import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
import { prepared, rowsOf } from '#server/db/prepared.ts';
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
  const { counting, waitFrom } = countingRequest(request, limit, now);
  return waitFrom(await rowsOf(db, counting));
}

/** A request that is counted by a statement among others. */
interface Counting {
  readonly counting: CompiledQuery<Counted>;
  /** The answer of `countRequest`. */
  readonly waitFrom: (rows: readonly Counted[]) => number | undefined;
  /** For `isWithinLimits`. */
  readonly limits: CounterLimits;
}

/** The statement of `countRequest`, and what else is sent with it. */
export function countingRequest(request: LimitedRequest, limit: RateLimit, now: Date): Counting {
  const counters = countersFor(request, limit);
  return {
    counting: countIn(counters, now),
    waitFrom: (rows) =>
      counters
        .map(({ most }, at) => waitOf(rows[at], most, now))
        .find((wait) => wait !== undefined),
    limits: limitsOf(counters),
  };
}

/** Counters by their stored keys, and how much each may count. */
export interface CounterLimits {
  readonly keys: readonly string[];
  readonly mosts: readonly number[];
}

function limitsOf(counters: readonly Counter[]): CounterLimits {
  return {
    keys: counters.map(({ key }) => hashKey(key)),
    mosts: counters.map(({ most }) => most),
  };
}

/** SQL: whether a request that was counted just before is not too many. */
export function isWithinLimits({ keys, mosts }: CounterLimits): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select from unnest(${keys}::text[], ${mosts}::int[]) as its (key, most)
    join identity.attempts counted on counted.key = its.key where counted.count > its.most)`;
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
  const [row] = await rowsOf(db, countIn([{ key, most, seconds }], now));
  return waitOf(row, most, now);
}

interface Counted {
  readonly count: number;
  readonly window_ends: Date;
}

function waitOf(row: Counted | undefined, most: number, now: Date): number | undefined {
  return row !== undefined && row.count > most
    ? Math.max(1, Math.ceil((row.window_ends.getTime() - now.getTime()) / 1000))
    : undefined;
}

/** Values of a statement that counts in some counters. */
interface ToCount extends CounterLimits {
  readonly ends: readonly Date[];
  readonly now: Date;
}

const counting = new Map<number, (values: ToCount) => CompiledQuery<Counted>>();

/** Adds one to each counter, up to the first that then has too many; answers those, in order. */
function countIn(counters: readonly Counter[], now: Date): CompiledQuery<Counted> {
  let count = counting.get(counters.length);
  if (count === undefined) {
    count = prepared((_, given: ToCount) => countingOf(counters.length, given));
    counting.set(counters.length, count);
  }
  return count({
    ...limitsOf(counters),
    ends: counters.map(({ seconds }) => new Date(now.getTime() + seconds * 1000)),
    now,
  });
}

/** Every new window deletes expired ones, so the table stays small; its own rows are none of them. */
function countingOf(counters: number, { keys, mosts, ends, now }: ToCount) {
  const places = Array.from({ length: counters }, (_, at) => at + 1);
  const counted = places.map((at) => {
    const before = sql.ref(`counted_${at - 1}`);
    return sql`${sql.ref(`counted_${at}`)} as (
      insert into identity.attempts as a (key, count, window_ends)
      select given.key, 1, given.ends from given
      where given.place = ${sql.lit(at)} ${at === 1 ? sql`` : sql`and (select count <= most from ${before})`}
      on conflict (key) do update set
        count = case when a.window_ends <= ${now} then 1 else a.count + 1 end,
        window_ends = case when a.window_ends <= ${now} then excluded.window_ends else a.window_ends end
      returning a.count, a.window_ends, (select most from given where place = ${sql.lit(at)}) as most
    )`;
  });
  const all = places.map(
    (at) =>
      sql`select ${sql.lit(at)} as place, count, window_ends from ${sql.ref(`counted_${at}`)}`,
  );
  return sql<Counted>`
    with given as (
      select place, key, most, ends
      from unnest(${keys}::text[], ${mosts}::int[], ${ends}::timestamptz[]) with ordinality as given (key, most, ends, place)
    ),
    ${sql.join(counted)},
    every as (${sql.join(all, sql` union all `)}),
    expired as (
      delete from identity.attempts where (select min(count) from every) = 1 and key in (
        select key from identity.attempts where window_ends <= ${now} and key <> all(${keys}::text[])
        limit 1000 for update skip locked)
    )
    select count, window_ends from every order by place`;
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

/** Hashed, so that the table holds no addresses and accounts. */
function hashKey(key: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(key)).digest('base64url');
}
