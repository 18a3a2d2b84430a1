import { recordAudit } from '#server/audit/store.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { refuse } from '#server/http/refusal.ts';
import { recordSecurityEvent } from '#server/security-events/store.ts';
import type { Shop } from '#server/shop.ts';
import type { AdminAction } from './block-user.ts';
import { lockUserByEmail, type UserRow } from './store.ts';
import { deleteTokensOf } from './token-store.ts';

/** Signs an account out everywhere, for an admin. Refuses with `user_not_found`. */
export async function endUserSessions(
  shop: Shop,
  { admin, email, from }: AdminAction,
): Promise<void> {
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
  await recordSecurityEvent(shop, {
    kind: 'sessions_ended',
    userId: user.id,
    from,
    details: { by: admin.userId },
  });
}

/** Ends an account's sessions at the identity service, and its access tokens with them. */
export async function endSessionsOf(
  shop: Shop,
  { id, subject }: Pick<UserRow, 'id' | 'subject'>,
): Promise<void> {
  await shop.identity.endSessions(subject);
  // Of no use any more; their rows go too.
  await deleteTokensOf(shop.db, id);
}
