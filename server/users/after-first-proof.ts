import { inTransaction } from '#server/db/transaction.ts';
import { lengthenHolds } from '#server/holds/store.ts';
import { startCancellingAll, type OrderToEnd } from '#server/orders/store.ts';
import type { Shop } from '#server/shop.ts';
import type { Proof, Subject } from '#server/third-parties/identity/port.ts';
import { deleteBelongings } from './delete-belongings.ts';
import { clearProfile, lockUserBySubject, updateUser } from './store.ts';

/** Whether it was the first, and the orders that are ending because of it. */
interface FirstProof {
  readonly isFirst: boolean;
  readonly ending: readonly OrderToEnd[];
}

const notFirst: FirstProof = { isFirst: false, ending: [] };

/**
 * Called when an e-mail address is confirmed for the first time. If the person who registered confirmed it (by the mailed
 * link), the account's unpaid orders hold their pieces longer. Otherwise the account may have been registered by somebody
 * else: its tokens, profile and list are cleared and its unpaid orders end, because they would be shipped to an address the owner
 * never typed. Idempotent. An account at a hosted service may change its address (`email`): the proof of another one than the
 * shop knows is a first one, too.
 */
export async function afterFirstProof(
  { db, clock, orderHoldHours }: Pick<Shop, 'db' | 'clock' | 'orderHoldHours'>,
  subject: Subject,
  { proof, email }: { readonly proof: Proof; readonly email?: string },
): Promise<FirstProof> {
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    const user = await lockUserBySubject(tx, subject);
    if (user === undefined || user.closed_at !== null) return notFirst;
    const isSameAddress = email === undefined || user.email === email;
    if (isSameAddress ? user.email_verified : proof === 'link') return notFirst;
    // Another address is stored by the sign-in that follows: until then the account has one that nobody proved.
    if (isSameAddress) await updateUser(tx, user.id, { email_verified: true, updated_at: now });
    if (proof === 'link') {
      await lengthenHolds(tx, user.id, orderHoldHours);
      return { isFirst: true, ending: [] };
    }
    await deleteBelongings(tx, user.id);
    await clearProfile(tx, user, now);
    const why = { because: 'account_replaced', now } as const;
    return { isFirst: true, ending: await startCancellingAll(tx, user.id, why) };
  });
}
