import { setInterval } from 'node:timers/promises';
import { inTransaction } from '#server/db/transaction.ts';
import type { Database, Shop } from '#server/shop.ts';
import { updateOwnImport, type ImportChange, type ImportRow } from './store.ts';

/** What work on imports needs of the shop; a command has it too. */
export type ImportShop = Pick<
  Shop,
  'db' | 'clock' | 'log' | 'images' | 'importFolder' | 'fetchPicture' | 'publicPagesChanged'
>;

/** An import that this process works on. */
export interface Job {
  readonly shop: ImportShop;
  readonly row: ImportRow;
  readonly worker: string;
  /** Aborted when the shop closes. */
  readonly ending: AbortSignal;
}

/** The last year that a vehicle can be of: makers sell next year's models, and announce those after them. */
export function latestYearOf({ shop }: Job): number {
  return shop.clock.now().getUTCFullYear() + 2;
}

/** As long as nobody renews it, others wait: more than any batch takes. */
export const leaseMs = 30_000;
/** So often it is renewed beside work that takes long. */
const beatMs = 5_000;

/** Somebody else works on the import by now, because this process did not renew its lease in time; nothing of the batch is stored. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** The shop closes; another process goes on. */
export class ShopCloses extends Error {
  override readonly name = 'ShopCloses';
}

/** An admin stopped the import. */
export class ImportStopped extends Error {
  override readonly name = 'ImportStopped';
}

/**
 * Does one batch of an import in one transaction, which renews the lease first: so no two processes do the same. `work` answers what
 * is to be noted with it. Rejects with `LeaseLost`, and before it begins with `ShopCloses` or `ImportStopped`.
 */
export async function batchOf<Done extends ImportChange>(
  { shop, row, worker, ending }: Job,
  work: (tx: Database, now: Date) => Promise<Done>,
): Promise<Done> {
  if (ending.aborted) throw new ShopCloses();
  await stopIfAsked(shop.db, row.id);
  return inTransaction(shop.db, async (tx) => {
    const now = shop.clock.now();
    const lease = { worked_until: new Date(now.getTime() + leaseMs) };
    if (!(await updateOwnImport(tx, { id: row.id, worker }, lease))) throw new LeaseLost();
    const done = await work(tx, now);
    if (Object.keys(done).length > 0) await updateOwnImport(tx, { id: row.id, worker }, done);
    return done;
  });
}

async function stopIfAsked(db: Database, id: string): Promise<void> {
  const { stopping } = await db
    .selectFrom('imports')
    .select('stopping')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (stopping) throw new ImportStopped();
}

/** Renews the lease while this work goes on; the signal ends the work when that fails, or the shop closes. */
export async function whileRenewing(
  job: Job,
  work: (ending: AbortSignal) => Promise<void>,
): Promise<void> {
  const over = new AbortController();
  const ending = AbortSignal.any([over.signal, job.ending]);
  const renewing = (async () => {
    for await (const _ of setInterval(beatMs, undefined, { signal: ending }))
      await batchOf(job, async () => ({}));
  })();
  let failure: unknown;
  renewing.catch((error: unknown) => {
    if (ending.aborted) return;
    failure = error;
    over.abort();
  });
  try {
    await work(ending);
  } finally {
    over.abort();
  }
  if (failure !== undefined) throw failure;
}
