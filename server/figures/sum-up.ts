import { dayAfter, dayOf, daysIn, type DayRange } from '#contract/figure-rules.ts';
import { coalescer, type Coalesce } from '#server/coalesce.ts';
import { inTransaction, isLockTimeout } from '#server/db/transaction.ts';
import type { Database, Shop } from '#server/shop.ts';
import {
  deleteSums,
  findFirstPayment,
  findSummedDays,
  listChangedDays,
  listDaysWithoutPayments,
  lockSums,
  type SummedDays,
  writePayments,
  writeSums,
} from './sums-store.ts';

/** Days that one statement sums up. */
const daysAtOnce = 31;
/** Statements of one minute: ten years. */
const mostAtOnce = 120;

/**
 * Brings the daily sums up to now: today, days that are missing or not final, and days whose refunds have changed. Leaves them to
 * somebody else who keeps their lock for long.
 */
export async function sumUpDays({ db, clock }: Pick<Shop, 'db' | 'clock'>): Promise<void> {
  const { now, known, slices } = await findMissing(db, clock.now());
  await unlessLocked(async () => {
    await sumUpAll(db, { now, known, slices: slices.slice(0, mostAtOnce) });
    await addUpPayments(db, now);
  });
}

async function unlessLocked(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
  }
}

/** Of days that are over. */
async function addUpPayments(db: Database, now: Date): Promise<void> {
  const days = await listDaysWithoutPayments(db, { now, most: daysAtOnce * mostAtOnce });
  for (let at = 0; at < days.length; at += daysAtOnce)
    await inTransaction(db, async (tx) => {
      await lockSums(tx);
      await writePayments(tx, days.slice(at, at + daysAtOnce), now);
    });
}

/**
 * For a page: its sums are those of now, unless there is much to sum up, as after an update; then the background work does it. Pages that are asked for at
 * the same time sum up once. While somebody else keeps the lock for long, who makes all sums anew, it shows those that there are.
 */
export async function sumUpForPage({ db, clock }: Pick<Shop, 'db' | 'clock'>): Promise<void> {
  await coalesceIn(db)('sums', async () => {
    const missing = await findMissing(db, clock.now());
    if (missing.slices.length !== 1) return;
    await unlessLocked(() => sumUpAll(db, missing));
  });
}

const summings = new WeakMap<Database, Coalesce>();

function coalesceIn(db: Database): Coalesce {
  const known = summings.get(db) ?? coalescer();
  summings.set(db, known);
  return known;
}

interface Missing {
  readonly now: Date;
  readonly known: SummedDays | undefined;
  /** The days that are to be summed up, in order. */
  readonly slices: readonly DayRange[];
}

async function sumUpAll(db: Database, { now, known, slices }: Missing): Promise<void> {
  if (known !== undefined) {
    const before = slices[0]?.from ?? dayOf(now);
    for (const day of await listChangedDays(db, { before, since: known.summedAt }))
      await sumUp(db, { from: day, to: day }, now);
  }
  for (const slice of slices) await sumUp(db, slice, now);
}

/** Days from the first whose sums are not final: a payment at midnight may have been under way when its day was summed up. */
async function findMissing(db: Database, now: Date): Promise<Missing> {
  const known = await findSummedDays(db);
  const from = known?.open ?? (await firstDay(db, now));
  return { now, known, slices: slicesOf({ from, to: dayOf(now) }) };
}

/** That of the first payment; no later than yesterday. */
async function firstDay(db: Database, now: Date): Promise<string> {
  const first = dayOf((await findFirstPayment(db)) ?? now);
  const yesterday = dayAfter(dayOf(now), -1);
  return first < yesterday ? first : yesterday;
}

/** Sums up one day again. */
export async function sumUpDay(db: Database, day: string, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockSums(tx);
    await writeSums(tx, { from: day, to: day }, now);
    await writePayments(tx, [day], now);
  });
}

/** Throws all daily sums away and sums up anew; answers how many days there are. */
export async function rebuildSums({ db, clock }: Pick<Shop, 'db' | 'clock'>): Promise<number> {
  const now = clock.now();
  const range = { from: await firstDay(db, now), to: dayOf(now) };
  return inTransaction(db, async (tx) => {
    await lockSums(tx);
    await deleteSums(tx);
    for (const slice of slicesOf(range)) {
      await writeSums(tx, slice, now);
      await writePayments(tx, daysFrom(slice), now);
    }
    return daysIn(range);
  });
}

function sumUp(db: Database, range: DayRange, now: Date): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockSums(tx);
    await writeSums(tx, range, now);
  });
}

function daysFrom(range: DayRange): string[] {
  return Array.from({ length: daysIn(range) }, (_, at) => dayAfter(range.from, at));
}

function slicesOf({ from, to }: DayRange): DayRange[] {
  const slices: DayRange[] = [];
  for (let day = from; day <= to; day = dayAfter(day, daysAtOnce)) {
    const last = dayAfter(day, daysAtOnce - 1);
    slices.push({ from: day, to: last < to ? last : to });
  }
  return slices;
}
