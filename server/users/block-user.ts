import { recordAudit, type AuditNote } from '#server/audit/store.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Customer } from '#server/http/who.ts';
import { endAll } from '#server/orders/end-orders.ts';
import { startCancellingAll } from '#server/orders/store.ts';
import type { Shop } from '#server/shop.ts';
import { recordAdminAction, type AdminAction } from './admin-action.ts';
import { isLastAdmin } from './admins.ts';
import { endSessionsOf } from './end-sessions.ts';
import { lockAdmins, lockUserByEmail, updateUser, type UserRow } from './store.ts';

/**
 * Blocks an account: its sessions end, its unpaid orders are cancelled, its paid orders continue. Calling it again finishes
 * what failed the first time. Refuses with `user_not_found`, `own_account` or `last_admin`.
 */
export async function blockUser(shop: Shop, step: AdminAction): Promise<void> {
  const { admin, email } = step;
  if (email === admin.email) refuse('own_account');
  const now = shop.clock.now();
  const { user, isNew, ending } = await inTransaction(shop.db, async (tx) => {
    const admins = await lockAdmins(tx);
    const found = (await lockUserByEmail(tx, email)) ?? refuse('user_not_found');
    if (found.blocked_at === null) {
      if (isLastAdmin(admins, found.id)) refuse('last_admin');
      await updateUser(tx, found.id, { blocked_at: now, updated_at: now });
      await recordAudit(tx, blockNote(admin, found, now));
    }
    const orders = await startCancellingAll(tx, found.id, { because: 'account_blocked', now });
    return { user: found, isNew: found.blocked_at === null, ending: orders };
  });
  if (isNew) await recordAdminAction(shop, step, 'account_blocked', user.id);
  await endSessionsOf(shop, user);
  // After the transaction and one by one: an order that is just being paid, or a provider that does not answer, must not undo the block.
  await endAll(shop, ending);
}

/** Lets a blocked account sign in again. Idempotent. Refuses with `user_not_found`. */
export async function unblockUser(shop: Shop, step: AdminAction): Promise<void> {
  const now = shop.clock.now();
  const unblocked = await inTransaction(shop.db, async (tx) => {
    const user = (await lockUserByEmail(tx, step.email)) ?? refuse('user_not_found');
    if (user.blocked_at === null) return undefined;
    await updateUser(tx, user.id, { blocked_at: null, updated_at: now });
    await recordAudit(tx, blockNote(step.admin, user, now));
    return user.id;
  });
  if (unblocked !== undefined) await recordAdminAction(shop, step, 'account_unblocked', unblocked);
}

/** The audit note of blocking or unblocking; `user` is the row as it was before. */
function blockNote(actor: Customer, { id, blocked_at }: UserRow, now: Date): AuditNote {
  const before = { blocked: blocked_at !== null };
  const after = { blocked: blocked_at === null };
  const action = after.blocked ? 'user blocked' : 'user unblocked';
  return { actor, action, subject: { type: 'user', id }, before, after, now };
}
