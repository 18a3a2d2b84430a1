import { inTransaction } from '#server/db/transaction.ts';
import { lengthenHolds } from '#server/holds/store.ts';
import { startEndingOrdersOf, type OrderToEnd } from '#server/orders/store.ts';
import type { Shop } from '#server/shop.ts';
import type { Proof } from '#server/third-parties/identity/port.ts';
import { clearProfile, lockUserBySubject, updateUser, type Subject } from './store.ts';
import { deleteTokensOf } from './token-store.ts';

/**
 * Somebody has shown that an account's address is theirs. If it was who registered it, its unpaid orders may hold their
 * pieces longer; else nothing of before is theirs: the profile starts empty and unpaid orders end, for they would go to an
 * address the owner never typed. Done twice it is done once; answers the orders that are ending.
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
    await deleteTokensOf(tx, user.id);
    await clearProfile(tx, user, now);
    return startEndingOrdersOf(tx, user.id, { because: 'account_replaced', now });
  });
}
