import { minuteMs } from '#contract/durations.ts';
import type { Database } from '#server/shop.ts';
import { listCategories } from './store.ts';

type Counts = Awaited<ReturnType<typeof listCategories>>;

interface Kept {
  counts?: Counts;
  until: number;
  reading?: Promise<Counts> | undefined;
}

const kept = new WeakMap<Database, Kept>();

/** So few parts are counted anew for everybody who asks. */
const fewParts = 20_000;

/** The categories with their numbers of parts. Of a large catalogue they are up to a minute old, and nobody waits for them but the first. */
export async function categoryCounts(db: Database): Promise<Counts> {
  const shelf: Kept = kept.get(db) ?? { until: 0 };
  kept.set(db, shelf);
  if (shelf.counts && performance.now() < shelf.until) return shelf.counts;
  shelf.reading ??= count(db, shelf).finally(() => {
    shelf.reading = undefined;
  });
  if (!shelf.counts || shelf.until === 0) return shelf.reading;
  // The next one tries again.
  void shelf.reading.catch(() => undefined);
  return shelf.counts;
}

async function count(db: Database, shelf: Kept): Promise<Counts> {
  const counts = await listCategories(db);
  const all = counts.reduce((sum, { parts }) => sum + parts, 0);
  shelf.counts = counts;
  shelf.until = all < fewParts ? 0 : performance.now() + minuteMs;
  return counts;
}
