import { recordAudit } from '#server/audit/store.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Shop } from '#server/shop.ts';
import { recordAdminAction, type AdminAction } from './admin-action.ts';
import { lockUserByEmail, type UserRow } from './store.ts';
import { deleteTokensOf } from './token-store.ts';

/** Signs an account out everywhere, for an admin. Refuses with `user_not_found`. */
export async function endUserSessions(shop: Shop, step: AdminAction): Promise<void> {
  const { admin, email } = step;
  const user = await inTransaction(shop.db, async (tx) => {
    const found = (await lockUserByEmail(tx, email)) ?? refuse('user_not_found');
    await recordAudit(tx, {
      actor: admin,
      action: 'sessions ended',
      subject: { type: 'user', id: found.id },
      now: shop.clock.now(),
    });
    return found;
  });
  await endSessionsOf(shop, user);
  await recordAdminAction(shop, step, 'sessions_ended', user.id);
}

/** Ends an account's sessions at the identity service and deletes its access tokens. */
export async function endSessionsOf(
  shop: Shop,
  { id, issuer, subject }: Pick<UserRow, 'id' | 'issuer' | 'subject'>,
): Promise<void> {
  // First: a hosted service may not answer.
  await deleteTokensOf(shop.db, id);
  await shop.identity.endSessions({ issuer, subject });
}
