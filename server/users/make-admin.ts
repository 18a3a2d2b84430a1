import type { AnswerFor } from '#contract/api.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Shop } from '#server/shop.ts';
import { giveRole, recordRole } from './admins.ts';
import type { AdminAction } from './admin-action.ts';
import { lockUserByEmail } from './store.ts';

/**
 * Makes an account an admin and mails all admins. Idempotent. An account whose address is not confirmed has power only
 * once it is. Refuses with `user_not_found`.
 */
export async function makeAdmin(
  shop: Shop,
  { admin, email, from }: AdminAction,
): Promise<AnswerFor<'makeAdmin'>> {
  const { answer, made } = await inTransaction(shop.db, async (tx) => {
    const user = (await lockUserByEmail(tx, email)) ?? refuse('user_not_found');
    const reply = {
      acknowledged: true,
      ...(user.email_verified ? {} : { powerBegins: 'with_proof' as const }),
    };
    if (user.role === 'admin') return { answer: reply, made: undefined };
    await giveRole(tx, shop, { user, actor: admin, by: admin.email });
    return { answer: reply, made: user.id };
  });
  if (made !== undefined)
    await recordRole(shop, made, { role: 'admin', by: { actor: admin, from } });
  return answer;
}
