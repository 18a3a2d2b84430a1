import { inTransaction } from '#server/db/transaction.ts';
import { lengthenHolds } from '#server/holds/store.ts';
import { startCancellingAll, type OrderToEnd } from '#server/orders/store.ts';
import type { Shop } from '#server/shop.ts';
import type { Proof } from '#server/third-parties/identity/port.ts';
import { deleteBelongings } from './delete-belongings.ts';
import { clearProfile, lockUserBySubject, updateUser, type Subject } from './store.ts';

/**
 * Called when an e-mail address is confirmed for the first time. If the person who registered confirmed it (by the mailed
 * link), the account's unpaid orders hold their pieces longer. Otherwise the account may have been registered by somebody
 * else: its tokens, profile and list are cleared and its unpaid orders end, because they would be shipped to an address the owner
 * never typed. Idempotent; answers the orders that are ending.
 */
export async function afterFirstProof(
  { db, clock, orderHoldHours }: Pick<Shop, 'db' | 'clock' | 'orderHoldHours'>,
  subject: Subject,
  proof: Proof,
): Promise<OrderToEnd[]> {
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    const user = await lockUserBySubject(tx, subject);
    if (user === undefined || user.email_verified) return [];
    await updateUser(tx, user.id, { email_verified: true, updated_at: now });
    if (proof === 'link') {
      await lengthenHolds(tx, user.id, orderHoldHours);
      return [];
    }
    await deleteBelongings(tx, user.id);
    await clearProfile(tx, user, now);
    return startCancellingAll(tx, user.id, { because: 'account_replaced', now });
  });
}
