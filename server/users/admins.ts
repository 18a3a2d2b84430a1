import { recordAudit } from '#server/audit/store.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Database } from '#server/shop.ts';
import { lockAdmins, lockUserByEmail, updateUser } from '#server/users/store.ts';

/** What came of a command. */
export type AdminOutcome = 'granted' | 'granted-unverified' | 'revoked' | 'unchanged' | 'unknown' | 'last-admin';

/** Makes an account an admin: the way the first one comes to be. */
export async function grantAdmin(db: Database, email: string, now: Date): Promise<AdminOutcome> {
  return inTransaction(db, async (tx) => {
    const user = await lockUserByEmail(tx, email);
    if (!user) return 'unknown';
    if (user.role === 'admin') return 'unchanged';
    await updateUser(tx, user.id, { role: 'admin', updated_at: now });
    await recordAudit(tx, {
      actor: 'command line',
      action: 'admin assigned',
      subject: { type: 'user', id: user.id },
      before: { role: null },
      after: { role: 'admin' },
      now,
    });
    return user.email_verified ? 'granted' : 'granted-unverified';
  });
}

/** Takes an admin's role away, but never the last one's: the shop would be without. */
export async function revokeAdmin(db: Database, email: string, now: Date): Promise<AdminOutcome> {
  return inTransaction(db, async (tx) => {
    const admins = await lockAdmins(tx);
    const user = admins.find((admin) => admin.email === email);
    if (!user) return (await lockUserByEmail(tx, email)) ? 'unchanged' : 'unknown';
    if (admins.length === 1) return 'last-admin';
    await updateUser(tx, user.id, { role: null, updated_at: now });
    await recordAudit(tx, {
      actor: 'command line',
      action: 'admin revoked',
      subject: { type: 'user', id: user.id },
      before: { role: 'admin' },
      after: { role: null },
      now,
    });
    return 'revoked';
  });
}
