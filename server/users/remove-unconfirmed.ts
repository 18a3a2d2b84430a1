import { dayMs } from '#contract/durations.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Shop } from '#server/shop.ts';
import { deleteUnconfirmed, findKnownSubjects, listUnconfirmed } from './account-removal-store.ts';
import { lockUser } from './store.ts';

/** How long an account may stay unconfirmed. */
const maxDays = 30;
const batchSize = 50;

/**
 * Removes accounts that stayed unconfirmed for thirty days and never ordered: mostly mistyped addresses and bots. Those
 * with a role or a block stay, because an admin decided about them. Called every minute.
 */
export async function removeUnconfirmed(shop: Shop): Promise<void> {
  const registeredUntil = new Date(shop.clock.now().getTime() - maxDays * dayMs);
  const due = await listUnconfirmed(shop.db, { registeredUntil, most: batchSize });
  for (const { id, issuer, subject } of due) {
    const removed = await inTransaction(shop.db, async (tx) => {
      // Placing an order locks this row too, so no order can appear while the account is deleted.
      await lockUser(tx, id);
      return deleteUnconfirmed(tx, id);
    });
    if (removed) await shop.identity.deleteAccount({ issuer, subject }, { onlyUnconfirmed: true });
  }
  await removeUnknown(shop);
}

/** Removes identity accounts without a shop account: abandoned registrations, and halves left by a crash. */
async function removeUnknown(shop: Shop): Promise<void> {
  const accounts = await shop.identity.listUnconfirmed({ forDays: maxDays, most: batchSize });
  const subjects = accounts.map(({ subject }) => subject);
  const known = await findKnownSubjects(shop.db, subjects);
  for (const account of accounts.filter(({ subject }) => !known.has(subject)))
    await shop.identity.deleteAccount(account, { onlyUnconfirmed: true });
}
