import { dayMs } from '#contract/durations.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Shop } from '#server/shop.ts';
import { deleteUnconfirmed, findKnownSubjects, listUnconfirmed } from './account-removal-store.ts';
import { lockUser } from './store.ts';

/** How long an account may wait for the proof of its address. */
const mostDays = 30;
const mostAtOnce = 50;

/**
 * Removes accounts whose address nobody has proven for thirty days and that never ordered: mostly somebody's mistyped
 * address, or a machine's. Those with a role or a block stay, because an admin decided about them. Called every minute.
 */
export async function removeUnconfirmed(shop: Shop): Promise<void> {
  const registeredUntil = new Date(shop.clock.now().getTime() - mostDays * dayMs);
  for (const { id, subject } of await listUnconfirmed(shop.db, {
    registeredUntil,
    most: mostAtOnce,
  })) {
    const removed = await inTransaction(shop.db, async (tx) => {
      // Whoever orders holds this row: after it nobody does who had not ordered before.
      await lockUser(tx, id);
      return deleteUnconfirmed(tx, id);
    });
    if (removed) await shop.identity.deleteAccount(subject, { onlyUnconfirmed: true });
  }
  await removeUnknown(shop);
}

/** Registrations that never came to the shop, and accounts whose other half was removed before a crash. */
async function removeUnknown(shop: Shop): Promise<void> {
  const subjects = await shop.identity.listUnconfirmed({ forDays: mostDays, most: mostAtOnce });
  const known = await findKnownSubjects(shop.db, subjects);
  for (const subject of subjects.filter((one) => !known.has(one)))
    await shop.identity.deleteAccount(subject, { onlyUnconfirmed: true });
}
