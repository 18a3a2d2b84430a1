import { recordAudit } from '#server/audit/store.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Customer } from '#server/http/who.ts';
import { endAll } from '#server/orders/end-orders.ts';
import { startEndingOrdersOf } from '#server/orders/store.ts';
import type { RequestSource } from '#server/http/request-source.ts';
import { recordSecurityEvent } from '#server/security-events/store.ts';
import type { Shop } from '#server/shop.ts';
import { isLastAdmin } from './admins.ts';
import { endSessionsOf } from './end-sessions.ts';
import { lockAdmins, lockUserByEmail, updateUser, type UserRow } from './store.ts';

/** An admin's deed at an account: who does it, to whom, and where the request came from. */
export interface AdminAction {
  readonly admin: Customer;
  readonly email: string;
  readonly from: RequestSource;
}

/**
 * Keeps an account out: its sessions end, its unpaid orders are cancelled, its paid ones go on. Done twice, what the first
 * time left open is finished. Refuses with `user_not_found`, `own_account` or `last_admin`.
 */
export async function blockUser(shop: Shop, { admin, email, from }: AdminAction): Promise<void> {
  if (email === admin.email) refuse('own_account');
  const now = shop.clock.now();
  const { user, isNew, ending } = await inTransaction(shop.db, async (tx) => {
    const admins = await lockAdmins(tx);
    const found = (await lockUserByEmail(tx, email)) ?? refuse('user_not_found');
    if (found.blocked_at === null) {
      if (isLastAdmin(admins, found.id)) refuse('last_admin');
      await updateUser(tx, found.id, { blocked_at: now, updated_at: now });
      await recordAudit(tx, blockNote({ admin, user: found, action: 'user blocked', now }));
    }
    const orders = await startEndingOrdersOf(tx, found.id, { because: 'account_blocked', now });
    return { user: found, isNew: found.blocked_at === null, ending: orders };
  });
  if (isNew)
    await recordSecurityEvent(shop, {
      kind: 'account_blocked',
      userId: user.id,
      from,
      details: { by: admin.userId },
    });
  await endSessionsOf(shop, user);
  // By the normal path, each on its own: what is being paid just now, or a provider that is silent, must not undo the block.
  await endAll(shop, ending);
}

/** Lets a blocked account sign in again; done twice it is done once. Refuses with `user_not_found`. */
export async function unblockUser(shop: Shop, { admin, email, from }: AdminAction): Promise<void> {
  const now = shop.clock.now();
  const unblocked = await inTransaction(shop.db, async (tx) => {
    const user = (await lockUserByEmail(tx, email)) ?? refuse('user_not_found');
    if (user.blocked_at === null) return undefined;
    await updateUser(tx, user.id, { blocked_at: null, updated_at: now });
    await recordAudit(tx, blockNote({ admin, user, action: 'user unblocked', now }));
    return user.id;
  });
  if (unblocked !== undefined)
    await recordSecurityEvent(shop, {
      kind: 'account_unblocked',
      userId: unblocked,
      from,
      details: { by: admin.userId },
    });
}

function blockNote({
  admin,
  user,
  action,
  now,
}: {
  admin: Customer;
  user: UserRow;
  action: 'user blocked' | 'user unblocked';
  now: Date;
}) {
  const blocked = action === 'user blocked';
  return {
    actor: admin,
    action,
    subject: { type: 'user', id: user.id } as const,
    before: { blocked: !blocked },
    after: { blocked },
    now,
  };
}
