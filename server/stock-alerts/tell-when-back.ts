import { inTransaction } from '#server/db/transaction.ts';
import { mailBackInStock } from '#server/mails/mail-back-in-stock.ts';
import type { Shop } from '#server/shop.ts';
import { forgetArchived, listAwaited, takeAlerts } from './store.ts';

/** Mails of one transaction, each about one part. */
const atOnce = 100;

/** A copy writes no more in a minute, so that mails about orders wait seconds behind them, not minutes. */
const mostInARun = 300;

/**
 * Tells customers, once, that a part can be ordered again, and forgets that they asked. It looks at the stock itself, so it does not
 * matter what brought the pieces back. Runs every minute, in any number of processes: who is being told is locked, and forgotten
 * in the transaction that writes the mail.
 */
export async function tellWhenBack(shop: Shop): Promise<void> {
  for (const partId of await listAwaited(shop.db, 'archived', atOnce))
    await forgetArchived(shop.db, partId, mostInARun);
  for (let told = 0; told < mostInARun;) {
    const before = told;
    // Each part in turn: thousands may wait for one.
    for (const partId of await listAwaited(shop.db, 'back', mostInARun / atOnce))
      told += await tellOf(shop, partId);
    if (told === before) return;
  }
}

/** Answers how many were taken: mailed, or forgotten because their account gets no mail. */
async function tellOf(shop: Shop, partId: string): Promise<number> {
  return inTransaction(shop.db, async (tx) => {
    const taken = await takeAlerts(tx, partId, atOnce);
    await mailBackInStock(
      tx,
      shop,
      taken.filter(({ mayWrite }) => mayWrite),
    );
    return taken.length;
  });
}
