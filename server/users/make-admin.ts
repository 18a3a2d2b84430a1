import type { AnswerFor } from '#contract/api.ts';
import { recordAudit } from '#server/audit/store.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Customer } from '#server/http/who.ts';
import { mailNewAdmin } from '#server/mails/mail-admins.ts';
import type { Shop } from '#server/shop.ts';
import { lockUserByEmail, updateUser } from '#server/users/store.ts';

/**
 * Makes an account an admin, and tells all admins; done twice it is done once. The power of an account whose address is not
 * confirmed begins with the proof. Refuses with `user_not_found`.
 */
export async function makeAdmin(shop: Shop, admin: Customer, email: string): Promise<AnswerFor<'makeAdmin'>> {
  const now = shop.clock.now();
  return inTransaction(shop.db, async (tx) => {
    const user = (await lockUserByEmail(tx, email)) ?? refuse('user_not_found');
    const answer = { acknowledged: true, ...(user.email_verified ? {} : { powerBegins: 'with_proof' as const }) };
    if (user.role === 'admin') return answer;
    await updateUser(tx, user.id, { role: 'admin', updated_at: now });
    await recordAudit(tx, {
      actor: admin,
      action: 'admin assigned',
      subject: { type: 'user', id: user.id },
      before: { role: null },
      after: { role: 'admin' },
      now,
    });
    await mailNewAdmin(tx, shop, { id: user.id, email: user.email, isProven: user.email_verified, by: admin.email });
    return answer;
  });
}
