import { mostStockAlerts } from '#contract/stock-alerts.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Customer } from '#server/http/who.ts';
import { findPart } from '#server/parts/store.ts';
import type { Shop } from '#server/shop.ts';
import { lockUser } from '#server/users/store.ts';
import { countOtherAlerts, insertAlert } from './store.ts';

/**
 * Notes that the caller wants one mail when a part can be ordered again. Idempotent. Refuses with `part_not_found`, `in_stock`,
 * `address_unconfirmed` or `too_many_alerts`.
 */
export async function askWhenBack(shop: Shop, { userId }: Customer, partId: string): Promise<void> {
  await inTransaction(shop.db, async (tx) => {
    const part = (await findPart(tx, partId)) ?? refuse('part_not_found');
    if (part.in_stock >= part.order_quantity) refuse('in_stock');
    // Locked, so that requests at the same moment count one another, and none outlives the account.
    const user = await lockUser(tx, userId);
    if (user === undefined || user.replaced_at !== null || user.blocked_at !== null)
      refuse('session_expired');
    if (!user.email_verified) refuse('address_unconfirmed');
    if ((await countOtherAlerts(tx, { userId, partId })) >= mostStockAlerts)
      refuse('too_many_alerts');
    await insertAlert(tx, { user_id: userId, part_id: partId, created_at: shop.clock.now() });
  });
}
