import { dayAfter, dayOf, daysIn, type DayRange } from '#contract/figure-rules.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Database, Shop } from '#server/shop.ts';
import {
  deleteSums,
  findFirstPayment,
  findSummedDays,
  listChangedDays,
  lockSums,
  writeSums,
} from './sums-store.ts';

/** Days that one statement sums up. */
const daysAtOnce = 31;
/** Statements of one minute: ten years. */
const mostAtOnce = 120;

/** Brings the daily sums up to now: today and the day before, days that are missing, and days whose refunds have changed. */
export async function sumUpDays({ db, clock }: Pick<Shop, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const today = dayOf(now);
  const known = await findSummedDays(db);
  const first = known?.last ?? dayOf((await findFirstPayment(db)) ?? now);
  // A payment at midnight may have been under way when the day before was summed up.
  const yesterday = dayAfter(today, -1);
  const from = known !== undefined && first > yesterday ? yesterday : first;
  if (known !== undefined)
    for (const day of await listChangedDays(db, { before: from, since: known.summedAt }))
      await sumUp(db, { from: day, to: day }, now);
  for (const slice of slicesOf({ from, to: today < from ? from : today }).slice(0, mostAtOnce))
    await sumUp(db, slice, now);
}

/** For the page: its sums are those of now. The first summing-up is the background work's. */
export async function sumUpLastDays(shop: Pick<Shop, 'db' | 'clock'>): Promise<void> {
  const known = await findSummedDays(shop.db);
  if (known !== undefined && known.last >= dayAfter(dayOf(shop.clock.now()), -daysAtOnce))
    await sumUpDays(shop);
}

/** Sums up one day again. */
export async function sumUpDay(db: Database, day: string, now: Date): Promise<void> {
  await sumUp(db, { from: day, to: day }, now);
}

/** Throws all daily sums away and sums up anew; answers how many days there are. */
export async function rebuildSums({ db, clock }: Pick<Shop, 'db' | 'clock'>): Promise<number> {
  const now = clock.now();
  const range = { from: dayOf((await findFirstPayment(db)) ?? now), to: dayOf(now) };
  return inTransaction(db, async (tx) => {
    await lockSums(tx);
    await deleteSums(tx);
    for (const slice of slicesOf(range)) await writeSums(tx, slice, now);
    return daysIn(range);
  });
}

function sumUp(db: Database, range: DayRange, now: Date): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockSums(tx);
    await writeSums(tx, range, now);
  });
}

function slicesOf({ from, to }: DayRange): DayRange[] {
  const slices: DayRange[] = [];
  for (let day = from; day <= to; day = dayAfter(day, daysAtOnce)) {
    const last = dayAfter(day, daysAtOnce - 1);
    slices.push({ from: day, to: last < to ? last : to });
  }
  return slices;
}
